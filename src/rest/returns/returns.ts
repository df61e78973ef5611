import { z } from 'zod';
import { liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { dueReturnCursor, encodeDueReturnCursor } from '../../domain/lists/cursor.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { listedDay } from '../../domain/returns/filing-calendar.ts';
import { dueReturnList, taxReturnList } from '../../domain/returns/return-list.ts';
import { type DueTaxReturn, dueTaxReturn, listedTaxReturn } from '../../domain/returns/return-record.ts';
import { listDueTaxReturns } from '../../usecases/returns/list-due-returns.ts';
import { type FiledReturn, listTaxReturnsWithTotals } from '../../usecases/returns/list-returns.ts';
import { listUnassignedTax } from '../../usecases/returns/unassigned-tax.ts';
import { listParameters, listRoute } from '../http/declared-list.ts';
import { eachShown, orderedListReply, pagesOf } from '../http/list.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { answered, pageParametersBy, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { type Route, route } from '../http/route.ts';
import { dueReturnCsv, returnCsv, unassignedTaxCsv } from './return-columns.ts';
import { listDueTaxReturnsOperation, listUnassignedTaxOperation } from './return-operations.ts';
import { returnRecordRoutes } from './return-record-routes.ts';
import { verifyReceiptRoute } from './verify-receipt.ts';

const dueReturnJson = jsonOf(dueTaxReturn);
const unassignedTaxJson = jsonOf(unassignedTax);

const dueQuery = z.object({
  ...pageParametersBy(dueReturnCursor),
  ...formatParameters,
  ...listParameters(dueReturnList),
});

const unassignedQuery = liabilityQueryFields
  .pick({ period: true, from: true, to: true, country: true, state: true })
  .extend(formatParameters);

export const returnRoutes: readonly Route[] = [
  listRoute<typeof taxReturnList, FiledReturn>('/v1/returns', taxReturnList, {
    tag: 'Returns',
    summary: 'List filed tax returns',
    description:
      'Each filing has its totals, so the tax charged can be compared with the amounts payable and paid. In CSV, a return has one line per currency of its last filing; the details of the filing are in its first line only.',
    problems: ['COUNTRY_NOT_COVERED'],
    examples: {
      state: { summary: 'The returns of a state', query: { country: 'US', state: 'MN', limit: '10' } },
    },
    cursorName: 'returns',
    csv: returnCsv,
    of: listedTaxReturn,
    read: listTaxReturnsWithTotals,
  }),
  route(
    'GET',
    '/v1/returns/due',
    'returns:read',
    async (call) => {
      const page = parseQuery(dueQuery, call.request);
      const listed = await answered(() => listDueTaxReturns(call.ctx, conditionsFrom(dueReturnList.fields, page)));
      const due = listed.toSorted((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1));
      return orderedListReply<DueTaxReturn, string>(call, page, {
        name: 'dueReturns',
        fileName: 'due-returns',
        pageSize: 500,
        csv: dueReturnCsv,
        read: pagesOf(due, positionOf),
        render: async (rows) => eachShown(rows, dueReturnJson),
        positionOf,
        cursorOf: encodeDueReturnCursor,
      });
    },
    { produces: Object.values(listTypes), operation: { ...listDueTaxReturnsOperation, query: dueQuery } },
  ),
  route(
    'GET',
    '/v1/returns/unassigned_tax',
    'returns:read',
    async (call) => {
      const { format, escapeFormulas, bom, ...asked } = parseQuery(unassignedQuery, call.request);
      const rows = await answered(() => listUnassignedTax(call.ctx, asked));
      return reportReply(
        call,
        { format, escapeFormulas, bom },
        {
          fileName: 'unassigned-tax',
          rows,
          csv: unassignedTaxCsv,
          json: () => rows.map(unassignedTaxJson),
          rowJson: unassignedTaxJson,
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...listUnassignedTaxOperation, query: unassignedQuery } },
  ),
  verifyReceiptRoute,
  ...returnRecordRoutes,
];

/** Sorts by day, as the list is sorted. */
const positionOf = ({ dueOn, taxReturn: { scheme, from, to, ...place } }: DueTaxReturn) =>
  `${listedDay(dueOn, to)} ${placeCode(place)} ${from} ${to} ${scheme}`;
