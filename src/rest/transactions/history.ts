import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { calculationCursor, encodeCalculationCursor } from '../../domain/lists/cursor.ts';
import { documentCheck } from '../../domain/transactions/document-checks.ts';
import {
  afterPayment,
  vatBreakdown,
  vatBreakdownInput,
  vatBreakdownOf,
} from '../../domain/transactions/record/vat-breakdown.ts';
import { traceStep } from '../../domain/transactions/trace/trace-step.ts';
import { type Calculation, getCalculation, listCalculations } from '../../usecases/transactions/list-calculations.ts';
import { checkTransaction, traceTransaction } from '../../usecases/transactions/trace-transaction.ts';
import { routesAt } from '../http/addresses.ts';
import { eachShown, longListReply, orderedListReply } from '../http/list.ts';
import { booleanParameter, pageParametersBy, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { jsonReply, type Route } from '../http/route.ts';
import { documentAddresses } from './document-reply.ts';
import {
  calculationNumberParameter,
  checksOperation,
  listCalculationsOperation,
  traceOperation,
  vatBreakdownOperation,
} from './history-operations.ts';
import { calculationJson } from './transaction-json.ts';

const traceStepJson = jsonOf(traceStep);
const documentCheckJson = jsonOf(documentCheck);
const vatBreakdownJson = jsonOf(vatBreakdown);

const oneCalculation = z.object({ calculationNumber: calculationNumberParameter });
const breakdownQuery = oneCalculation.extend(vatBreakdownInput.shape);
const listQuery = z.object({
  ...pageParametersBy(calculationCursor),
  detailed: booleanParameter(false).meta({
    description: 'Whether to show the full form instead of the thin one. Default: false.',
  }),
});

/** The history of a document's figures: its calculations, with the steps and checks of each. */
export const historyRoutes: readonly Route[] = [
  ...routesAt(
    documentAddresses,
    {
      method: 'GET',
      below: '/calculations',
      needs: 'transactions:read',
      operation: { ...listCalculationsOperation, query: listQuery },
    },
    async (call, by) => {
      const { detailed, ...page } = parseQuery(listQuery, call.request);
      return orderedListReply<Calculation, number>(call, page, {
        name: 'calculations',
        pageSize: 10,
        read: ({ limit, after }) => listCalculations(call.ctx, by, { limit, below: after }),
        render: async (rows) => eachShown(rows, (row) => calculationJson(row, { detailed })),
        positionOf: ({ calculationNumber }) => calculationNumber,
        cursorOf: encodeCalculationCursor,
      });
    },
  ),
  ...routesAt(
    documentAddresses,
    {
      method: 'GET',
      below: '/trace',
      needs: 'transactions:read',
      operation: { ...traceOperation, query: oneCalculation },
    },
    async (call, by) => {
      const { steps, ...head } = await traceTransaction(call.ctx, by, numberOf(call.request));
      return longListReply(call, head, ['steps', eachShown(steps, traceStepJson)]);
    },
  ),
  ...routesAt(
    documentAddresses,
    {
      method: 'GET',
      below: '/checks',
      needs: 'transactions:read',
      operation: { ...checksOperation, query: oneCalculation },
    },
    async ({ ctx, request }, by) => {
      const { calculationNumber, checks } = await checkTransaction(ctx, by, numberOf(request));
      const isConsistent = checks.every((check) => check.passed);
      return jsonReply(200, { calculationNumber, isConsistent, checks: checks.map(documentCheckJson) });
    },
  ),
  ...routesAt(
    documentAddresses,
    {
      method: 'GET',
      below: '/vat_breakdown',
      needs: 'transactions:read',
      operation: { ...vatBreakdownOperation, query: breakdownQuery },
    },
    async ({ ctx, request }, by) => {
      const { calculationNumber: asked, ...paid } = parseQuery(breakdownQuery, request);
      const { calculationNumber, document, snapshot } = await getCalculation(ctx, by, asked ?? null);
      const breakdown = afterPayment(vatBreakdownOf(document, snapshot), paid);
      return jsonReply(200, { calculationNumber, vatBreakdown: breakdown ? vatBreakdownJson(breakdown) : undefined });
    },
  ),
];

function numberOf(request: HonoRequest): number | null {
  return parseQuery(oneCalculation, request).calculationNumber ?? null;
}
