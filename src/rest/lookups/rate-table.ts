import { z } from 'zod';
import { invalidField } from '../../domain/base/errors.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { encodeRateTableCursor, type RateTablePosition, rateTableCursor } from '../../domain/lists/cursor.ts';
import { type RateTableRow, rateTableRow } from '../../domain/lookups/rate-table.ts';
import { makeRateTable } from '../../usecases/lookups/make-rate-table.ts';
import { isKnown, rateBookHeaders } from '../http/conditions.ts';
import { eachShown, orderedListReply } from '../http/list.ts';
import { dayParameter } from '../http/list-filters.ts';
import { type CsvColumn, csvForm, formatParameters, listTypes } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParametersBy, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';

const rowJson = jsonOf(rateTableRow);

const inOneCell = (
  name: string,
  description: string,
  value: (row: RateTableRow) => string,
): CsvColumn<RateTableRow> => ({
  name,
  description,
  value,
});

const columns: readonly CsvColumn<RateTableRow>[] = [
  ...recordColumns(rateTableRow),
  inOneCell('taxCodes', 'Tax codes of the category, separated by spaces.', ({ taxCodes }) => taxCodes.join(' ')),
  inOneCell('jurisdictions', 'Rates by jurisdiction, such as `MN 0.06875; MN-C053 0.0015`.', ({ jurisdictions }) =>
    jurisdictions.map(({ jurisdictionId, rate }) => `${jurisdictionId} ${rate}`).join('; '),
  ),
  inOneCell('noticeCodes', 'Codes of the notices that a quote would contain, separated by spaces.', ({ noticeCodes }) =>
    noticeCodes.join(' '),
  ),
];

const query = z.object({
  ...pageParametersBy(rateTableCursor),
  state: boundedText(1, 100).meta({ description: 'US state, by code or name, such as MN.' }),
  asOf: dayParameter.optional().meta({ description: 'Day of the rates, such as 2026-07-01. Default: today in UTC.' }),
  ...formatParameters,
});

const rateTableOperation: Operation = {
  id: 'getRateTable',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Read the rates for a state by ZIP code and category',
  description:
    'A rate table for offline use: for each ZIP code and category, the rates for a sale shipped to that ZIP code by an out-of-state seller who collects the tax. Each row matches a quote with only the ZIP code. If a flat rate cannot determine the tax, `askOnline` is true. Without `limit`, the whole table is streamed; with it, the Link header points to the next page.',
  responses: {
    200: {
      description: 'The table.',
      schema: list(responseOf(rateTableRow), 'Ordered by ZIP code; each ZIP code lists all categories.'),
      headers: ['Link'],
    },
  },
  columns,
  examples: {
    minnesota: {
      summary: 'Two rows for Minnesota',
      query: { state: 'MN', asOf: '2026-07-01', limit: '2' },
      status: 200,
    },
  },
  graphql: { none: 'GraphQL does not return tables of this length.' },
};

export const rateTableRoute: Route = route(
  'GET',
  '/v1/rate_table',
  'tax:read',
  async (call) => {
    const { limit, cursor, state: named, asOf: day = null, ...format } = parseQuery(query, call.request);
    const { reference } = call.ctx;
    const table = await answered(async () => {
      const state = reference.findState(named);
      if (state) return makeRateTable(call.ctx, { state, asOf: day });
      throw invalidField(['state'], 'UNKNOWN_VALUE', `${JSON.stringify(named)} is not a US state.`);
    });
    const { asOf } = table;
    const accept = call.request.header('accept') ?? '';
    const headers = rateBookHeaders(call, asOf, accept);
    if (isKnown(call.request, headers.ETag)) return { status: 304, body: null, headers };
    const reply = await orderedListReply<RateTableRow, RateTablePosition>(
      call,
      { limit, cursor, ...format },
      {
        name: 'rateTable',
        fileName: `rate-table-${named}-${asOf}`.replace(/[^\w-]/g, ''),
        pageSize: 500,
        read: async ({ limit: size, after }) => table.page(size, after),
        render: async (rows) => eachShown(rows, rowJson),
        csv: csvForm(columns),
        positionOf: ({ zip, category }) => ({ zip, category }),
        cursorOf: encodeRateTableCursor,
      },
    );
    return { ...reply, headers: { ...reply.headers, ...headers } };
  },
  { produces: Object.values(listTypes), operation: { ...rateTableOperation, query } },
);
