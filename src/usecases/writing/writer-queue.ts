import { AppError } from '../../domain/base/errors.ts';
import type { Session } from '../../ports/context.ts';

/** The key of a record's queue: its tenant, and words that identify the record within the tenant. */
export type WrittenRecord = {
  readonly tenantId: string;
  readonly name: string;
  /** Whether a test tenant requests a simulated conflict with other writers. */
  readonly isOvertaken?: boolean;
};

/**
 * The maximum number of waiting writers of one record, and how long they wait. Further writers are refused immediately.
 */
const mostWaiting = 500;
const longestWaitMs = 5_000;

/** The waiting writers for each record being written. */
const queues = new Map<string, Set<() => void>>();

export function recordOf(
  { principal, isOvertaken = false }: Pick<Session, 'principal' | 'isOvertaken'>,
  ...name: readonly string[]
): WrittenRecord {
  return { tenantId: principal.tenantId, name: name.join(' '), isOvertaken };
}

/**
 * Runs the work after earlier writers of the same record in this process. A record that many requests change at once,
 * or that is locked, therefore occupies one connection instead of the whole pool, and later writers do not overtake
 * earlier ones. Throws `CONFLICT`, to be retried, if too many writers wait or the wait is too long. Conflicts with
 * other replicas are detected by version checks.
 */
export async function queued<Value>(
  { tenantId, name, isOvertaken = false }: WrittenRecord,
  work: () => Promise<Value>,
): Promise<Value> {
  if (isOvertaken) throw busy();
  const key = `${tenantId} ${name}`;
  const queue = queues.get(key);
  if (queue) await turnIn(queue);
  else queues.set(key, new Set());
  try {
    return await work();
  } finally {
    passOn(key);
  }
}

function turnIn(queue: Set<() => void>): Promise<void> {
  if (queue.size >= mostWaiting) throw busy();
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      queue.delete(begin);
      reject(busy());
    }, longestWaitMs);
    queue.add(begin);
  });
}

function passOn(key: string): void {
  const queue = queues.get(key)!;
  const [next] = queue;
  if (!next) {
    queues.delete(key);
    return;
  }
  queue.delete(next);
  next();
}

function busy(): AppError {
  const message = 'Too many requests are changing this record at the same time. Try again.';
  return new AppError('CONFLICT', message, { retryAfter: 1 });
}
