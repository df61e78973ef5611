import { parseDocument } from '../../domain/base/parse-input.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { scenarioResult } from '../../domain/what-if/scenarios/scenario-differences.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import type { CalculatedQuote } from '../../usecases/transactions/calculate-transaction.ts';
import { compareScenarios } from '../../usecases/transactions/compare-scenarios.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { largestDocument, readJsonOfDocument } from '../http/body.ts';
import { joinedPieces, partCharacters, requireShort } from '../http/long-text.ts';
import { list, named } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, membersOf } from '../http/record-response.ts';
import { type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { asVariables, exampleCart } from '../openapi/example-data.ts';
import { thinQuoteSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { quoteJson } from './transaction-json.ts';
import { thinCalculationResponse } from './transaction-responses.ts';

const scenarioJson = jsonOf(scenarioResult);

const scenarioResponse = named(scenarioResult.name, scenarioResult.description, {
  ...membersOf(scenarioResult),
  quote: thinCalculationResponse.meta({
    description: 'The document with the changes applied. With exact line amounts, its figures are not rounded.',
  }),
});

const comparisonResponse = named('ScenarioComparison', 'A document, and the effect of named changes on its tax.', {
  base: thinCalculationResponse.meta({ description: 'The document without changes.' }),
  scenarios: list(scenarioResponse, 'The scenarios, in the order sent.'),
});

const moved = {
  base: { quote: exampleCart },
  scenarios: [
    {
      label: 'Shipped to Omaha',
      shippingAddress: { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' },
    },
    { label: 'With a certificate', exemption: { state: 'MN' } },
    { label: 'Rounded once', rounding: { roundingLevel: 'DOCUMENT' } },
  ],
};

const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
const quote = `{ ${thinQuoteSelection} }`;

const compareOperation: Operation = {
  id: 'compareScenarios',
  tag: 'Transactions',
  summary: 'Compare scenarios for a document',
  description:
    'Calculates a quote or a stored document with up to 20 scenarios, each with its own changes, such as another address, date, customer, certificate, registration, discount, rounding method or rate book version. Returns the effect of each scenario by line and authority, and the first calculation step that differs. Using a stored document requires transactions:read. Nothing is stored.',
  body: { name: 'ComparisonInput', description: 'The document and the changes.', schema: 'comparison' },
  responses: { 200: { description: 'The comparison.', schema: comparisonResponse } },
  problems: [
    'ERR-ADDR-001',
    'COUNTRY_NOT_COVERED',
    'STILL_COUNTING',
    'NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'INSUFFICIENT_COVERAGE',
  ],
  examples: {
    cart: {
      summary: 'A cart: another address, a certificate, other rounding',
      body: moved,
      status: 200,
      variables: { input: asVariables(moved) },
    },
  },
  graphql: {
    document: `query ($input: CompareScenariosInput!) { compareScenarios(input: $input) { __typename ... on ScenarioComparison { base ${quote} scenarios { ${recordSelection(scenarioResult)} quote ${quote} } } ${failures} } }`,
    at: 'compareScenarios',
  },
};

export const scenarioRoute: Route = route(
  'POST',
  '/v1/transactions/compare',
  'tax:read',
  async (call) => {
    const { ctx, request, deps } = call;
    const input = await parseDocument(deps.inputs.comparison, await readJsonOfDocument(request), createYield());
    return comparisonReply(call, await compareScenarios(ctx, input, { keep: quoteBytes }));
  },
  { mostBytes: largestDocument, storesNothing: true, operation: compareOperation },
);

/** Kept as bytes: for many long documents, strings take several times as much memory. */
async function quoteBytes({ transaction }: CalculatedQuote): Promise<readonly Buffer[]> {
  const texts = joinedPieces('', jsonPieces(quoteJson(transaction, null)), createYield());
  const parts: Buffer[] = [];
  for (;;) {
    const { done, value } = await texts.next();
    parts.push(Buffer.from(value));
    if (done) return parts;
  }
}

type Comparison = Awaited<ReturnType<typeof compareScenarios<readonly Buffer[]>>>;

/** Joining the parts of a long comparison would double its memory. */
function comparisonReply({ session }: RouteCall, comparison: Comparison): Reply {
  const parts = [...partsOf(comparison)];
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  requireShort(bytes);
  if (bytes <= partCharacters) return { status: 200, body: Buffer.concat(parts).toString() };
  session.work.add(workCosts.answerByte * bytes);
  return { status: 200, body: streamOf(parts) };
}

/** Releases the memory of each part when it is sent. */
function streamOf(parts: Buffer[]): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

function* partsOf({ base, scenarios }: Comparison): Generator<Buffer, void> {
  yield Buffer.from('{"base":');
  yield* base;
  let lead = ',"scenarios":[';
  for (const { quote, ...one } of scenarios) {
    yield Buffer.from(`${lead}${JSON.stringify(scenarioJson(one)).slice(0, -1)},"quote":`);
    yield* quote;
    lead = '},';
  }
  yield Buffer.from('}]}');
}
