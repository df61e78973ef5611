import { z } from 'zod';
import { type AppError, errorCodes, invalidInput } from '../../domain/base/errors.ts';
import { type NaturalKey, readableKey } from '../../domain/base/record-name.ts';
import { readSent } from '../../domain/base/sent-json.ts';
import { problemOf } from '../../http/problem.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { isNotChecked } from '../../usecases/writing/check-batch.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { notices } from './common-responses.ts';
import { mostTold, unknownMembers, warningsAbout } from './ignored-members.ts';
import { count, list, named, text, uuid } from './members.ts';
import type { Operation } from './operation.ts';
import { isStrict } from './preferences.ts';
import { asAppError } from './problem.ts';
import { problemResponse } from './problem-response.ts';
import { jsonReply, type Reply, type RouteCall } from './route.ts';

type Stored = NaturalKey & { readonly serviceId: string };
type Outcome =
  | { readonly kind: 'created' | 'replaced' | 'unchanged'; readonly record: Stored }
  | { readonly kind: 'failed'; readonly error: unknown };

type Batch = {
  readonly sent: readonly unknown[];
  /** The operation that stores a single record. */
  readonly entry: Operation;
  /** Stores rows and returns their outcomes, in order. */
  store(rows: readonly unknown[]): Promise<readonly Outcome[]>;
};

/** Maximum number of members listed in a response's warnings; further members are only counted. */
const mostWarnings = 200;

/**
 * Stores a batch. The reply contains the numbers of stored and failed records, and one row for each record with the
 * status that its PUT would return, and its id or problem.
 */
export async function batchReply(call: RouteCall, { sent, entry, store }: Batch): Promise<Reply> {
  const refused = isStrict(call.request)
    ? await unknownIn(call, [...sent.entries()], entry)
    : new Map<number, Notice[]>();
  const refusal = async (row: unknown): Promise<Outcome> => ({
    kind: 'failed',
    error: invalidInput(await unknownMembers(readSent(row), entry, call.deps.inputs)),
  });
  const stored = [...(await store(sent.filter((_, index) => !refused.has(index))))].values();
  const outcomes: Outcome[] = [];
  for (const [index, row] of sent.entries()) {
    outcomes.push(refused.has(index) ? await refusal(row) : stored.next().value!);
  }
  const checked = [...sent.entries()].filter(([index]) => !refused.has(index) && !isUnchecked(outcomes[index]!));
  const unknown = await unknownIn(call, checked, entry);
  const rows = outcomes.map((outcome, index) => ({
    ...rowJson(call, outcome, index, sent[index]),
    warnings: unknown.get(index),
  }));
  // If rows may succeed later, the whole batch should be retried, so the response is not kept.
  const isPassing = rows.some((row) => 'problem' in row && row.problem.retryable);
  const failedCount = outcomes.filter(({ kind }) => kind === 'failed').length;
  const answer = { succeededCount: rows.length - failedCount, failedCount, results: rows };
  return jsonReply(200, answer, isPassing ? { 'Retry-After': '1' } : undefined);
}

const isUnchecked = (outcome: Outcome): boolean => outcome.kind === 'failed' && isNotChecked(outcome.error);

/** The rows with unknown members, and the warnings about these members. */
async function unknownIn({ deps }: RouteCall, rows: readonly (readonly [number, unknown])[], entry: Operation) {
  const found = new Map<number, Notice[]>();
  const yieldIfDue = createYield();
  let left = mostWarnings;
  for (const [index, row] of rows) {
    const warnings = await warningsAbout(readSent(row), entry, deps.inputs, Math.min(mostTold, left));
    if (warnings.length > 0) found.set(index, warnings);
    left = Math.max(0, left - warnings.length);
    await yieldIfDue();
  }
  return found;
}

function rowJson({ deps, requestId }: RouteCall, outcome: Outcome, index: number, sent: unknown) {
  if (outcome.kind !== 'failed') {
    const { source, externalId, serviceId } = outcome.record;
    return { index, status: outcome.kind === 'created' ? 201 : 200, source, externalId, serviceId };
  }
  const error: AppError = asAppError(outcome.error);
  const { status } = errorCodes[error.code];
  if (status >= 500) deps.log.error({ err: error, requestId, row: index }, 'a row of a batch failed');
  return { index, status, ...readableKey(readSent(sent)), problem: problemOf(error) };
}

const warnings = notices('Members of the record that were ignored; absent if all members are known.');
const { requestId: _, warnings: __, ...problemMembers } = problemResponse.shape;

const batchRowResponse = named('BatchRow', 'Outcome for one record in a batch.', {
  index: count('Position in the batch, from 0.'),
  status: count('HTTP status that a PUT of the record would return.'),
  source: text('Source of the record, if it could be read.').optional(),
  externalId: text('External id of the record, if it could be read.').optional(),
  serviceId: uuid('serviceId of the record, if it was stored.').optional(),
  warnings: warnings.optional(),
  problem: z.object(problemMembers).meta({ description: 'Problem, if the record was not stored.' }).optional(),
});

export const batchResponse = named('BatchResult', 'Outcomes of a batch.', {
  succeededCount: count('Number of records stored as submitted.'),
  failedCount: count('Number of records not stored.'),
  results: list(batchRowResponse, 'Outcome of each record, in the order sent.'),
});
