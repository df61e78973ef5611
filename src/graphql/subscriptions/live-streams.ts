import { AppError } from '../../domain/base/errors.ts';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import type { HeldCount } from '../../ports/shared-counts.ts';
import type { EventStreams, Subscriber } from '../base/event-streams.ts';
import { limits } from '../execution/limits.ts';
import { EventQueue } from './event-queue.ts';

const mostStreams = 1_000;
const mostWaiting = 1_000;
const checkEveryMs = 2_000;

/** All open subscriptions in this process. */
export type LiveStreams = EventStreams & {
  /** Ends every stream with `NOT_READY`. No new stream can be opened afterwards. */
  end(): void;
  count(): number;
};

type LiveStreamSettings = {
  readonly everyMs?: number;
  /** The streams of all workers; absent if this is the only process. */
  readonly shared?: HeldCount;
};

export function createLiveStreams({ everyMs = checkEveryMs, shared }: LiveStreamSettings = {}): LiveStreams {
  const streams = new Map<EventQueue<TransactionChange>, Stream>();
  let isScheduled = false;
  let isStopping = false;

  /** Ends the streams whose token has expired or cannot be verified, or whose client was revoked. */
  async function check(): Promise<void> {
    isScheduled = false;
    await Promise.all(
      [...streams].map(async ([queue, { subscriber }]) => {
        try {
          await subscriber.renewed();
        } catch (error) {
          if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return; // The client has only exceeded its rate limit.
          queue.fail(error instanceof AppError ? error : new AppError('INTERNAL', 'The token could not be verified.'));
        }
      }),
    );
    schedule();
  }

  function schedule(): void {
    if (isScheduled || streams.size === 0) return;
    isScheduled = true;
    setTimeout(() => void check(), everyMs).unref();
  }

  function requireRoom(client: string): void {
    if (isStopping) throw stopping();
    const here = [...streams.values()].filter((stream) => stream.client === client).length;
    const own = here + (shared?.elsewhere(client) ?? 0);
    const all = streams.size + (shared?.allElsewhere() ?? 0);
    if (own < limits.streams && all < mostStreams) return;
    const message =
      own < limits.streams
        ? 'This replica has reached its subscription limit; try again.'
        : `A client may have at most ${limits.streams} open subscriptions; close a subscription first.`;
    throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 10 });
  }

  return {
    open(subscriber) {
      const { principal } = subscriber;
      const client = JSON.stringify([principal.tenantId, principal.clientId]);
      requireRoom(client);
      const queue = new EventQueue<TransactionChange>(mostWaiting, missed);
      streams.set(queue, { client, subscriber });
      shared?.add(client, 1);
      queue.whenOver(() => {
        streams.delete(queue);
        shared?.add(client, -1);
      });
      schedule();
      return queue;
    },
    count: () => streams.size,
    end() {
      isStopping = true;
      for (const queue of streams.keys()) queue.fail(stopping());
    },
  };
}

type Stream = { readonly client: string; readonly subscriber: Subscriber };

export function missed(): AppError {
  return new AppError(
    'CHANGES_MISSED',
    'Changes may have been missed: subscribe again, then read the changes since the last event.',
  );
}

function stopping(): AppError {
  return new AppError('NOT_READY', 'The gateway is stopping: subscribe again.', { retryAfter: 1 });
}
