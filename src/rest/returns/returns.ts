import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { namesOf } from '../../domain/base/record.ts';
import { oneOf } from '../../domain/base/record-filter.ts';
import { dayInput } from '../../domain/base/report-period.ts';
import { liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { dueReturnCursor, encodeDueReturnCursor } from '../../domain/lists/cursor.ts';
import { registrationScheme } from '../../domain/nexus/nexus-record.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import { dueDays } from '../../domain/returns/return-input.ts';
import { type DueTaxReturn, dueTaxReturn, taxReturn, taxReturnStatus } from '../../domain/returns/return-record.ts';
import { listDueTaxReturns } from '../../usecases/returns/list-due-returns.ts';
import { listTaxReturns } from '../../usecases/returns/list-returns.ts';
import { listUnassignedTax } from '../../usecases/returns/unassigned-tax.ts';
import { inPeriod, periodOf } from '../http/dated-query.ts';
import { eachShown, listReply, orderedListReply } from '../http/list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { answered, commaSeparated, pageParameters, pageParametersBy, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { reportReply } from '../http/report.ts';
import { type Route, route } from '../http/route.ts';
import { dueReturnCsv, returnCsv, unassignedTaxCsv } from './return-columns.ts';
import {
  listDueTaxReturnsOperation,
  listTaxReturnsOperation,
  listUnassignedTaxOperation,
} from './return-operations.ts';
import { returnRecordRoutes } from './return-record-routes.ts';
import { verifyReceiptRoute } from './verify-receipt.ts';

const returnJson = jsonOf(taxReturn);
const dueReturnJson = jsonOf(dueTaxReturn);
const unassignedTaxJson = jsonOf(unassignedTax);
const schemes = namesOf(registrationScheme);
const statuses = namesOf(taxReturnStatus);

const listQuery = z.object({
  ...pageParameters('returns'),
  ...formatParameters,
  country: boundedText(1, 50).optional().meta({ description: 'Country, by code or name.' }),
  state: boundedText(1, 100).optional().meta({ description: 'US state or region, by code or name.' }),
  scheme: commaSeparated(schemes)
    .optional()
    .meta({ description: `Scheme: ${schemes.join(', ')}.` }),
  status: commaSeparated(statuses)
    .optional()
    .meta({ description: `Status: ${statuses.join(', ')}.` }),
  period: periodOf('the periods'),
  from: dayInput.optional().meta({ description: 'Only returns whose period ends on this day or later.' }),
  to: dayInput.optional().meta({ description: 'Only returns whose period begins on this day or earlier.' }),
});

const dueQuery = z.object({
  ...pageParametersBy(dueReturnCursor),
  ...formatParameters,
  dueFrom: dayInput.optional().meta({ description: dueDays.dueFrom }),
  dueTo: dayInput.optional().meta({ description: dueDays.dueTo }),
});

const unassignedQuery = liabilityQueryFields
  .pick({ period: true, from: true, to: true, country: true, state: true })
  .extend(formatParameters);

export const returnRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/returns',
    'returns:read',
    async (call) => {
      const query = await inPeriod(parseListQuery(listQuery, call.request, call.ctx.reference));
      const { limit, cursor, format, escapeFormulas, bom, scheme, status, ...asked } = query;
      const filter = {
        country: { eq: asked.country },
        state: { eq: asked.state, in: asked.states },
        scheme: oneOf(scheme),
        status: oneOf(status),
        from: { lte: asked.to },
        to: { gte: asked.from },
      };
      return listReply<StoredReturn>(
        call,
        { limit, cursor, format, escapeFormulas, bom },
        {
          name: 'returns',
          pageSize: 200,
          csv: returnCsv,
          read: (page) => listTaxReturns(call.ctx, filter, page),
          render: async (returns) => eachShown(returns, (stored) => returnJson(asReturn(stored, stored))),
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...listTaxReturnsOperation, query: listQuery } },
  ),
  route(
    'GET',
    '/v1/returns/due',
    'returns:read',
    async (call) => {
      const { dueFrom, dueTo, ...page } = parseQuery(dueQuery, call.request);
      const due = await answered(() => listDueTaxReturns(call.ctx, { dueFrom, dueTo }));
      return orderedListReply<DueTaxReturn, string>(call, page, {
        name: 'dueReturns',
        fileName: 'due-returns',
        pageSize: 500,
        csv: dueReturnCsv,
        read: async ({ limit, after }) => {
          const start = after === null ? 0 : due.findIndex((one) => keyOf(one) === after) + 1;
          return due.slice(start, start + limit);
        },
        render: async (rows) => eachShown(rows, dueReturnJson),
        positionOf: keyOf,
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

const keyOf = ({ taxReturn: { scheme, from, to, ...place } }: DueTaxReturn) =>
  `${placeCode(place)} ${from} ${to}${scheme === 'STANDARD' ? '' : ` ${scheme}`}`;
