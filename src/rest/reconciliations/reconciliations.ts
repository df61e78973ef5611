import { z } from 'zod';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { fileColumns } from '../../domain/reconciliations/file-columns.ts';
import { reconciledRow, reconciliation, rowFault } from '../../domain/reconciliations/reconciliation.ts';
import { reconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import { traceStep } from '../../domain/transactions/trace/trace-step.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import { preferredType } from '../../http/media-type.ts';
import { reconcileDocuments } from '../../usecases/reconciliations/reconcile-documents.ts';
import type {
  ReconciliationPart,
  ReconciliationResult,
  WorstRow,
} from '../../usecases/reconciliations/reconciled-rows.ts';
import { stepsOf } from '../../usecases/transactions/trace-transaction.ts';
import { afterPartOf, createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { fileBody, fileField } from '../http/file-body.ts';
import { streamedReply } from '../http/list.ts';
import { listTypes } from '../http/list-format.ts';
import { joinedPieces } from '../http/long-text.ts';
import { flag, list, named } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { parseQuery } from '../http/query.ts';
import { jsonOf, membersOf, responseOf } from '../http/record-response.ts';
import { type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { quoteJson } from '../transactions/transaction-json.ts';
import { thinCalculationResponse } from '../transactions/transaction-responses.ts';

const { formBytes } = gatewayLimits.csv;
const { tracedItems } = gatewayLimits.reconciliation;

const rowJson = jsonOf(reconciledRow);
const faultJson = jsonOf(rowFault);
const summaryJson = jsonOf(reconciliation);
const stepJson = jsonOf(traceStep);

const { shape } = reconciliationOptions;

/** Pairs such as `date:Invoice date,taxAmount:Tax`; empty means no pairs. */
function pairs<Schema extends z.ZodType>(schema: Schema, example: string) {
  const split = (text: unknown) =>
    typeof text === 'string'
      ? Object.fromEntries(
          (text.trim() === '' ? [] : text.split(',')).map((pair) => {
            const colon = pair.indexOf(':');
            return colon < 0 ? [pair.trim(), ''] : [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()];
          }),
        )
      : text;
  const description = `${schema.description} Pairs, separated by commas: ${example}.`;
  return z.preprocess(split, schema).meta({ type: 'string', description, default: undefined });
}

const query = reconciliationOptions.omit({ taxCodes: true }).extend({
  worstCount: shape.worstCount.meta({ type: 'integer', ...shape.worstCount.meta() }),
  columns: pairs(shape.columns, '`date:Invoice date,taxAmount:Tax`'),
  taxCode: pairs(shape.taxCodes, '`PC040100:C1S2`'),
});

const worstRowResponse = named('WorstRow', 'A document with one of the largest differences.', {
  ...membersOf(reconciledRow),
  quote: thinCalculationResponse
    .optional()
    .meta({ description: 'Our calculation of the document; absent if the document is missing here.' }),
  trace: list(
    responseOf(traceStep),
    'Steps of our calculation; empty if the calculation is absent or isTraceOmitted is true.',
  ),
  isTraceOmitted: flag(
    `Whether the trace was omitted because the document has more than ${tracedItems} items. If the document is stored, its trace shows the steps.`,
  ),
});

const summaryResponse = named(reconciliation.name, reconciliation.description, {
  ...membersOf(reconciliation),
  worst: list(worstRowResponse, 'The largest differences, in descending order.'),
});

const columnsInWords = Object.entries(fileColumns)
  .map(([name, meaning]) => `${name}: ${meaning}`)
  .join(' ');

const exampleFile = [
  'externalId,date,city,state,zip,country,taxCode,totalPrice,taxAmount',
  'ORDER-1,2026-07-02,Minneapolis,MN,55401,US,C1S1,100.00,9.03',
  'ORDER-2,2026-07-02,Minneapolis,MN,55401,US,C1S1,100.00,8.53',
  'ORDER-3,2026-07-02,Minneapolis,MN,55401,US,C1S2,80.00,7.22',
  '',
].join('\r\n');

const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';

const operation: Operation = {
  id: 'reconcileDocuments',
  tag: 'Transactions',
  summary: 'Reconcile a tax file',
  description:
    'Accepts a CSV or JSON Lines file of documents with tax from another engine or ledger, up to 1 GB, as a form or as the body itself (text/csv, application/x-ndjson). The columns of AvaTax, TaxJar, Stripe, Amazon and Etsy are recognized; map others with `columns`. Each document is calculated for its date or, with against=STORED, compared with the stored document, which requires transactions:read. Each difference comes with the first cause that explains it, found by recalculating with only that change. Row errors are reported and do not stop processing. With `Accept: application/x-ndjson`, all rows are streamed while the file is received, followed by the summary; read the response while you send. Closing the connection cancels the reconciliation. Nothing is stored.',
  query,
  body: {
    name: 'ReconciliationInput',
    description: 'Form with the file.',
    mediaType: 'multipart/form-data',
    schema: z.object({
      [fileField]: z.string().meta({
        contentMediaType: 'text/csv',
        description: `CSV file with a header line, or JSON Lines: objects with the columns as members, or documents in the format of a quote, with a taxAmount. Columns: ${columnsInWords}`,
      }),
    }),
  },
  responses: {
    200: {
      description: 'The summary, with the largest differences; or all rows as JSON Lines.',
      schema: summaryResponse,
      otherMediaTypes: [listTypes.jsonl],
    },
  },
  problems: ['MALFORMED_FORM'],
  examples: {
    orders: {
      summary: 'Three orders: one matches, one omits a city tax, one taxes clothing',
      query: { worstCount: '2' },
      body: { [fileField]: exampleFile },
      status: 200,
      variables: { input: { text: exampleFile, worstCount: 2 } },
    },
  },
  graphql: {
    document: `mutation ($input: ReconcileDocumentsInput!) { reconcileDocuments(input: $input) { __typename ... on Reconciliation { ${recordSelection(reconciliation)} worst { ${recordSelection(reconciledRow)} } } ${failures} } }`,
    at: 'reconcileDocuments',
  },
};

export const reconciliationRoute: Route = route(
  'POST',
  '/v1/reconciliations',
  'tax:read',
  async (call) => {
    const { taxCode: taxCodes, ...others } = parseQuery(query, call.request);
    const { signal } = call.request.raw;
    const parts = reconcileDocuments(call.ctx, fileBody(call.request, plainTypes), { ...others, taxCodes }, signal);
    const wanted = preferredType(call.request.header('accept'), [listTypes.json, listTypes.jsonl]);
    const isJsonl = wanted === listTypes.jsonl;
    return streamed(call, isJsonl ? linesOf(parts) : summaryOf(parts), isJsonl ? listTypes.jsonl : listTypes.json);
  },
  {
    consumes: 'multipart/form-data',
    produces: [listTypes.json, listTypes.jsonl],
    mostBytes: formBytes,
    isStreamed: true,
    storesNothing: true,
    operation,
  },
);

const plainTypes = [
  'text/csv',
  'application/x-ndjson',
  ...['application/jsonl', 'application/x-jsonlines', 'application/json-seq', 'application/octet-stream'],
];

type Parts = AsyncGenerator<ReconciliationPart, ReconciliationResult, void>;

const partCharacters = 32 * 1024;

/** Until the first part is sent, a failure can still return a problem response. */
async function streamed(call: RouteCall, texts: AsyncGenerator<string, string, void>, type: string): Promise<Reply> {
  const first = await texts.next();
  const body = first.done ? first.value : streamedReply(call, first.value, texts);
  return { status: 200, body, headers: { 'Content-Type': type } };
}

async function* summaryOf(parts: Parts): AsyncGenerator<string, string, void> {
  for (;;) {
    const next = await parts.next();
    if (next.done) return yield* summaryTexts(next.value);
  }
}

async function* linesOf(parts: Parts): AsyncGenerator<string, string, void> {
  let text = '';
  try {
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) return `${yield* summaryTexts(next.value, `${text}{"summary":`)}}\n`;
      text += `${JSON.stringify(lineJson(next.value))}\n`;
      if (text.length < partCharacters) continue;
      yield text;
      text = '';
    }
  } finally {
    await parts.return(undefined as never);
  }
}

/**
 * Generates the JSON text of a summary in parts: yields all parts but the last, and returns the last. Documents are
 * calculated and written one at a time.
 */
async function* summaryTexts(
  { summary, worst }: ReconciliationResult,
  opening = '',
): AsyncGenerator<string, string, void> {
  const serveOthers = createYield();
  let text = `${opening}${JSON.stringify(summaryJson(summary)).slice(0, -1)},"worst":[`;
  let separator = '';
  for (const one of worst) {
    text = yield* joinedPieces(text + separator, jsonPieces(await worstJson(one)), serveOthers);
    separator = ',';
  }
  return `${text}]}`;
}

async function worstJson({ row, itemCount, quote }: WorstRow) {
  const isTraceOmitted = itemCount > tracedItems;
  const calculated = await quote();
  if (!calculated) return { ...rowJson(row), trace: [], isTraceOmitted: false };
  const { transaction, snapshot } = calculated;
  const trace = isTraceOmitted ? [] : [...stepsOf({ document: transaction, snapshot })].map(stepJson);
  await afterPartOf(transaction);
  return { ...rowJson(row), quote: quoteJson(transaction, null), trace, isTraceOmitted };
}

const lineJson = (part: ReconciliationPart) =>
  part.kind === 'row' ? rowJson(part.row) : { faults: part.faults.map(faultJson) };
