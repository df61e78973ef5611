import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { calculationCursor, encodeCalculationCursor } from '../../domain/lists/cursor.ts';
import type { DocumentCheck } from '../../domain/transactions/document-checks.ts';
import type { TraceStepView } from '../../domain/transactions/trace/trace-view.ts';
import { type Calculation, listCalculations } from '../../usecases/transactions/list-calculations.ts';
import { checkTransaction, traceTransaction } from '../../usecases/transactions/trace-transaction.ts';
import { number, shown, shownNumber } from '../http/json.ts';
import { eachShown, longListReply, orderedListReply } from '../http/list.ts';
import { booleanParameter, pageParametersBy, parseQuery } from '../http/query.ts';
import { documentPath, keyOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { jurisdictionJson } from '../places/tax-json.ts';
import {
  calculationNumberParameter,
  checksOperation,
  listCalculationsOperation,
  traceOperation,
} from './history-operations.ts';
import { calculationJson } from './transaction-json.ts';

const oneCalculation = z.object({ calculation: calculationNumberParameter });
const listQuery = z.object({
  ...pageParametersBy(calculationCursor),
  detailed: booleanParameter(false).meta({
    description: 'Whether to show the full form or the thin one. Default: false.',
  }),
});

/** How the figures of a document came about: its calculations, and the steps and sums of each. */
export const historyRoutes: readonly Route[] = [
  route(
    'GET',
    `${documentPath}/calculations`,
    'transactions:read',
    (call) => {
      const { detailed, ...page } = parseQuery(listQuery, call.request);
      const by = { key: keyOf(call.request) };
      return orderedListReply<Calculation, number>(call, page, {
        name: 'calculations',
        pageSize: 10,
        read: ({ limit, after }) => listCalculations(call.ctx, by, { limit, below: after }),
        render: async (rows) => eachShown(rows, (row) => calculationJson(row, { detailed })),
        positionOf: ({ calculationNumber }) => calculationNumber,
        cursorOf: encodeCalculationCursor,
      });
    },
    { operation: { ...listCalculationsOperation, query: listQuery } },
  ),
  route(
    'GET',
    `${documentPath}/trace`,
    'transactions:read',
    async (call) => {
      const steps = await traceTransaction(call.ctx, ...askedOf(call.request));
      return longListReply(call, eachShown(steps, stepJson));
    },
    { operation: { ...traceOperation, query: oneCalculation } },
  ),
  route(
    'GET',
    `${documentPath}/checks`,
    'transactions:read',
    async ({ ctx, request }) => jsonReply(200, (await checkTransaction(ctx, ...askedOf(request))).map(checkJson)),
    { operation: { ...checksOperation, query: oneCalculation } },
  ),
];

function askedOf(request: HonoRequest) {
  const { calculation } = parseQuery(oneCalculation, request);
  return [{ key: keyOf(request) }, calculation ?? null] as const;
}

function stepJson({ jurisdiction, amount, validFrom, validThrough, ...step }: TraceStepView) {
  return {
    ...step,
    jurisdiction: jurisdiction && jurisdictionJson(jurisdiction),
    amount: shownNumber(amount ?? null),
    validFrom: shown(validFrom ?? null),
    validThrough: shown(validThrough ?? null),
  };
}

function checkJson({ expected, actual, ...check }: DocumentCheck) {
  return { ...check, expected: number(expected), actual: number(actual) };
}
