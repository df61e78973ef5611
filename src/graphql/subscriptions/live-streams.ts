import { AppError } from '../../domain/base/errors.ts';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import type { Session } from '../../ports/context.ts';
import type { GraphqlContext } from '../base/context.ts';
import { limits } from '../execution/limits.ts';
import { EventQueue } from './event-queue.ts';

const mostStreams = 1_000;
const mostWaiting = 1_000;
const checkEveryMs = 2_000;

/** Every subscription that is open on this replica. */
export type LiveStreams = {
  /** A stream of the request's client; it ends when the token does. Throws `TOO_MANY_REQUESTS`. */
  open(ctx: GraphqlContext, session: Session): EventQueue<TransactionChange>;
  /** Ends all of them, each with an error that says so; none can be opened any more. */
  end(): void;
};

export function createLiveStreams(everyMs = checkEveryMs): LiveStreams {
  const streams = new Map<EventQueue<TransactionChange>, Stream>();
  let isScheduled = false;
  let isStopping = false;

  /** A token runs out, and a client is revoked, while the stream is open. */
  async function check(): Promise<void> {
    isScheduled = false;
    await Promise.all(
      [...streams].map(async ([queue, { ctx }]) => {
        try {
          await ctx.renewed();
        } catch (error) {
          queue.fail(error instanceof AppError ? error : new AppError('INTERNAL', 'The token cannot be checked.'));
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
    const own = [...streams.values()].filter((stream) => stream.client === client).length;
    if (own < limits.streams && streams.size < mostStreams) return;
    const message =
      own < limits.streams
        ? 'This replica has as many subscriptions as it can have; try again.'
        : `A client may have ${limits.streams} subscriptions open; end one of them.`;
    throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 10 });
  }

  return {
    open(ctx, { principal }) {
      const client = JSON.stringify([principal.tenantId, principal.clientId]);
      requireRoom(client);
      const queue = new EventQueue<TransactionChange>(mostWaiting, missed);
      streams.set(queue, { client, ctx });
      queue.whenOver(() => streams.delete(queue));
      schedule();
      return queue;
    },
    end() {
      isStopping = true;
      for (const queue of streams.keys()) queue.fail(stopping());
    },
  };
}

type Stream = { readonly client: string; readonly ctx: GraphqlContext };

export function missed(): AppError {
  return new AppError(
    'CHANGES_MISSED',
    'Changes may have been missed: subscribe again, then read what changed since the last event.',
  );
}

function stopping(): AppError {
  return new AppError('NOT_READY', 'The gateway is stopping: subscribe again.', { retryAfter: 1 });
}
