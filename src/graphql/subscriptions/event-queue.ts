import type { AppError } from '../../domain/base/errors.ts';
import type { EventStream } from '../base/event-streams.ts';

type Waiting<Event> = {
  readonly resolve: (result: IteratorResult<Event, undefined>) => void;
  readonly reject: (error: AppError) => void;
};

/**
 * Queues events for one reader. An error is delivered once, as the last result. The queue is bounded: if a slow reader
 * lets it overflow, the error `tooSlow()` replaces the unread events. (Yoga's `Repeater` would deliver buffered events
 * before an error.)
 */
export class EventQueue<Event> implements EventStream<Event> {
  readonly #most: number;
  readonly #tooSlow: () => AppError;
  readonly #afterwards: (() => void)[] = [];
  #events: Event[] = [];
  #waiting: Waiting<Event> | null = null;
  #error: AppError | null = null;
  #isOver = false;

  constructor(most: number, tooSlow: () => AppError) {
    this.#most = most;
    this.#tooSlow = tooSlow;
  }

  whenOver(callback: () => void): void {
    if (this.#isOver) callback();
    else this.#afterwards.push(callback);
  }

  push(event: Event): void {
    if (this.#isOver) return;
    if (this.#waiting) this.#takeWaiting()?.resolve({ done: false, value: event });
    else if (this.#events.length < this.#most) this.#events.push(event);
    else this.fail(this.#tooSlow());
  }

  fail(error: AppError): void {
    if (this.#isOver) return;
    const waiting = this.#takeWaiting();
    if (waiting) waiting.reject(error);
    else this.#error = error;
    this.#end();
  }

  next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#error) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined });
    const [event] = this.#events.splice(0, 1);
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  return(): Promise<IteratorResult<Event, undefined>> {
    this.#takeWaiting()?.resolve({ done: true, value: undefined });
    this.#error = null;
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #takeWaiting(): Waiting<Event> | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events = [];
    for (const callback of this.#afterwards) callback();
  }
}
