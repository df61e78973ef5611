import { errorCodes } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { readableKey } from '../../domain/base/record-name.ts';
import { batchInput } from '../../domain/transactions/transaction-input.ts';
import { problemOf } from '../../http/problem.ts';
import type { BatchOutcome } from '../../usecases/transactions/batch-rows.ts';
import { upsertTransactions } from '../../usecases/transactions/upsert-transactions.ts';
import { readJsonOfLists } from '../http/body.ts';
import { asAppError } from '../http/problem.ts';
import { jsonReply, type Reply, type RouteCall, route } from '../http/route.ts';
import { batchOperation } from './transaction-operations.ts';

const mostBytes = gatewayLimits.bodyBytes.batch;

export const transactionBatchRoute = route('POST', '/v1/transactions/batch', 'transactions:write', storeBatch, {
  mostBytes,
  operation: batchOperation,
});

async function storeBatch(call: RouteCall): Promise<Reply> {
  const { ctx, request, deps } = call;
  const { transactions } = parseInput(batchInput, await readJsonOfLists(request, mostBytes));
  const outcomes = await upsertTransactions(ctx, deps.inputs, transactions);
  const rows = outcomes.map((outcome, index) => rowJson(call, outcome, index, transactions[index]));
  // If rows may succeed the next time, the whole batch is worth sending again; such a response is not kept.
  const isPassing = rows.some(({ status }) => status >= 500);
  return jsonReply(200, rows, isPassing ? { 'Retry-After': '1' } : undefined);
}

/** The outcome of one document: the status that its PUT would have, and its URL or its problem. */
function rowJson({ deps, requestId }: RouteCall, outcome: BatchOutcome, index: number, sent: unknown) {
  if (outcome.kind !== 'failed') {
    const { source, externalId, serviceId } = outcome.transaction;
    return { index, status: outcome.kind === 'created' ? 201 : 200, source, externalId, serviceId };
  }
  const error = asAppError(outcome.error);
  const { status } = errorCodes[error.code];
  if (status >= 500) deps.log.error({ err: error, requestId, row: index }, 'a row of a batch failed');
  return { index, status, ...readableKey(sent), problem: problemOf(error) };
}
