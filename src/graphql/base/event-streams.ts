import type { AppError } from '../../domain/base/errors.ts';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import type { Principal } from '../../ports/context.ts';

/** The client that opened a stream. `renewed` throws once the token is no longer valid. */
export type Subscriber = { readonly principal: Principal; renewed(): Promise<unknown> };

/** Events for one reader: a producer pushes them and the reader iterates over them. */
export type EventStream<Event> = AsyncIterableIterator<Event, undefined> & {
  push(event: Event): void;
  /** Ends the stream with this error. */
  fail(error: AppError): void;
  /** Calls back when the stream has ended for any reason, or immediately if the stream has already ended. */
  whenOver(callback: () => void): void;
  return(): Promise<IteratorResult<Event, undefined>>;
};

/** The open streams of this replica, as resolvers see them. */
export type EventStreams = {
  /**
   * Opens a stream that ends when the subscriber's token expires. Throws `TOO_MANY_REQUESTS` if too many streams are
   * open.
   */
  open(subscriber: Subscriber): EventStream<TransactionChange>;
};
