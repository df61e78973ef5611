import { type AppError, errorCodes } from '../../domain/base/errors.ts';
import { type NaturalKey, readableKey } from '../../domain/base/record-name.ts';
import { problemOf } from '../../http/problem.ts';
import { asAppError } from './problem.ts';
import { jsonReply, type Reply, type RouteCall } from './route.ts';

type Stored = NaturalKey & { readonly serviceId: string };
type Outcome =
  | { readonly kind: 'created' | 'replaced' | 'unchanged'; readonly record: Stored }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How many records were stored, and one row for each: the status that its PUT would have, and its id or its problem. */
export function batchReply(call: RouteCall, sent: readonly unknown[], outcomes: readonly Outcome[]): Reply {
  const rows = outcomes.map((outcome, index) => rowJson(call, outcome, index, sent[index]));
  // If rows may succeed later, the whole batch should be sent again, so such a response is not kept.
  const isPassing = rows.some(({ status }) => status >= 500);
  const failedCount = outcomes.filter(({ kind }) => kind === 'failed').length;
  const answer = { succeededCount: rows.length - failedCount, failedCount, results: rows };
  return jsonReply(200, answer, isPassing ? { 'Retry-After': '1' } : undefined);
}

function rowJson({ deps, requestId }: RouteCall, outcome: Outcome, index: number, sent: unknown) {
  if (outcome.kind !== 'failed') {
    const { source, externalId, serviceId } = outcome.record;
    return { index, status: outcome.kind === 'created' ? 201 : 200, source, externalId, serviceId };
  }
  const error: AppError = asAppError(outcome.error);
  const { status } = errorCodes[error.code];
  if (status >= 500) deps.log.error({ err: error, requestId, row: index }, 'a row of a batch failed');
  return { index, status, ...readableKey(sent), problem: problemOf(error) };
}
