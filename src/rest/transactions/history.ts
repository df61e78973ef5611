import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { calculationCursor, encodeCalculationCursor } from '../../domain/lists/cursor.ts';
import { documentCheck } from '../../domain/transactions/document-checks.ts';
import { traceStep } from '../../domain/transactions/trace/trace-step.ts';
import { type Calculation, listCalculations } from '../../usecases/transactions/list-calculations.ts';
import { checkTransaction, traceTransaction } from '../../usecases/transactions/trace-transaction.ts';
import { eachShown, longListReply, orderedListReply } from '../http/list.ts';
import { booleanParameter, pageParametersBy, parseQuery } from '../http/query.ts';
import { documentPath, keyOf } from '../http/record-name.ts';
import { jsonOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import {
  calculationNumberParameter,
  checksOperation,
  listCalculationsOperation,
  traceOperation,
} from './history-operations.ts';
import { calculationJson } from './transaction-json.ts';

const traceStepJson = jsonOf(traceStep);
const documentCheckJson = jsonOf(documentCheck);

const oneCalculation = z.object({ calculationNumber: calculationNumberParameter });
const listQuery = z.object({
  ...pageParametersBy(calculationCursor),
  detailed: booleanParameter(false).meta({
    description: 'Whether to show the full form or the thin one. Default: false.',
  }),
});

/** How the figures of a document were obtained: its calculations, with the steps and sums of each. */
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
      const { steps, ...head } = await traceTransaction(call.ctx, ...askedOf(call.request));
      return longListReply(call, head, ['steps', eachShown(steps, traceStepJson)]);
    },
    { operation: { ...traceOperation, query: oneCalculation } },
  ),
  route(
    'GET',
    `${documentPath}/checks`,
    'transactions:read',
    async ({ ctx, request }) => {
      const { calculationNumber, checks } = await checkTransaction(ctx, ...askedOf(request));
      const isConsistent = checks.every((check) => check.passed);
      return jsonReply(200, { calculationNumber, isConsistent, checks: checks.map(documentCheckJson) });
    },
    { operation: { ...checksOperation, query: oneCalculation } },
  ),
];

function askedOf(request: HonoRequest) {
  const { calculationNumber } = parseQuery(oneCalculation, request);
  return [{ key: keyOf(request) }, calculationNumber ?? null] as const;
}
