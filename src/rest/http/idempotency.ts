import { createHash, type Hash, randomUUID } from 'node:crypto';
import type { WriterClaim } from '../../domain/audit/change.ts';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import type { StoredAnswer } from '../../ports/stores/idempotency-key-store.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { largestBody, readBody } from './body.ts';
import { inParameter } from './problem.ts';
import type { Reply, RouteCall, RouteOptions } from './route.ts';

const keptMs = 24 * 60 * 60 * 1000;
/** A running request sends heartbeats. Its key becomes free again a minute after the last heartbeat. */
const aliveEveryMs = 15_000;
const abandonedAfterMs = 60_000;
/** Longer responses are not kept. A repeated request is then executed again, with no further changes. */
const longestResponse = 4_000_000;

/**
 * Executes a POST once for each `Idempotency-Key`. Only successful responses are kept: a failure changed nothing, so
 * the key is free for the next attempt.
 */
export async function answerOnce(
  call: RouteCall,
  options: RouteOptions,
  carryOut: (call: RouteCall) => Promise<Reply>,
): Promise<Reply> {
  const header = call.request.header('idempotency-key');
  if (header === undefined) return carryOut(call);
  const { stores, principal } = call.session;
  const { idempotencyKeys } = stores;
  const key = { clientId: principal.clientId, key: keyIn(header) };
  const [claimId, at] = [randomUUID(), call.deps.now()];
  const claim = await idempotencyKeys.claim({
    ...key,
    digest: await digestOf(call, options),
    claimId,
    at,
    expiresAt: new Date(at.getTime() + keptMs),
    abandonedBefore: new Date(at.getTime() - abandonedAfterMs),
  });
  if (claim.kind === 'answered') return repeated(claim.answer);
  if (claim.kind === 'other') {
    const message = 'This Idempotency-Key was used for another request; use a new key for every request.';
    throw new AppError('IDEMPOTENCY_KEY_REUSED', message);
  }
  if (claim.kind === 'running') {
    const message = 'A request with this Idempotency-Key is still running; try again for its response.';
    throw new AppError('IDEMPOTENCY_KEY_IN_USE', message, { retryAfter: 1 });
  }
  // A failure here only loses the key: the request is still executed and gets its response.
  const log = (err: unknown) => call.deps.log.error({ err, requestId: call.requestId }, 'an idempotency key failed');
  const beat = () => idempotencyKeys.keepAlive(key, claimId, call.deps.now()).catch(log);
  const beating = setInterval(beat, aliveEveryMs).unref();
  let answer: StoredAnswer | null = null;
  try {
    const { recall } = options;
    const recalled = recall && claim.outcome !== null ? await recall(call, claim.outcome) : null;
    const reply = recalled ?? (await carryOut(recall ? claimed(call, { key: key.key, claimId }) : call));
    answer = answerToKeep(reply);
    return recalled ? repeated(reply) : reply;
  } finally {
    clearInterval(beating);
    const settled = answer ? idempotencyKeys.answer(key, claimId, answer) : idempotencyKeys.release(key, claimId);
    await settled.catch(log);
  }
}

/** A response that asks the client to retry must not be replayed. */
function answerToKeep({ status, headers = {}, body, kept }: Reply): StoredAnswer | null {
  const isKept = status < 300 && headers['Retry-After'] === undefined;
  if (!isKept || typeof body !== 'string' || body.length > longestResponse) return null;
  return { status, headers, body: kept ?? body };
}

function repeated({ status, headers, body }: Reply): Reply {
  return { status, body, headers: { ...headers, 'Idempotency-Replayed': 'true' } };
}

/** The call, with stores that record their writes under the key. */
function claimed(call: RouteCall, claim: WriterClaim): RouteCall {
  const { clientId, tenantId } = call.session.principal;
  const actor = { clientId, requestId: call.requestId, claim };
  const session = { ...call.session, stores: call.deps.stores.forTenant(tenantId, actor, call.session.work) };
  return { ...call, session, ctx: { ...call.ctx, session } };
}

/** The key can be unquoted, or quoted as a structured header. */
function keyIn(header: string): string {
  const text = header.trim();
  const key = /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
  if (/^[\x21\x23-\x7e]{1,255}$/.test(key)) return key;
  const message =
    'Idempotency-Key must have 1 to 255 visible ASCII characters without spaces and quotes, such as a UUID.';
  throw invalidInput([inParameter('header')({ path: ['Idempotency-Key'], code: 'INVALID_FORMAT', message })]);
}

/** Bodies too long to keep in memory are distinguished only by their length. */
async function digestOf({ request }: RouteCall, { isStreamed = false, mostBytes = largestBody }: RouteOptions) {
  const { pathname, search } = new URL(request.url);
  const digest = createHash('sha256').update(`${request.method} ${pathname}${search}\n`);
  if (isStreamed) digest.update(request.header('content-length') ?? '');
  else await update(digest, new Uint8Array(await readBody(request, mostBytes)));
  return digest.digest('base64url');
}

const pieceBytes = 1024 * 1024;

/** Yields to other requests while a long body is hashed. */
async function update(digest: Hash, bytes: Uint8Array): Promise<void> {
  const yieldIfDue = createYield();
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    digest.update(bytes.subarray(start, start + pieceBytes));
    await yieldIfDue();
  }
}
