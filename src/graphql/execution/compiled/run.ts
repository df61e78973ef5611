import type { GraphQLResolveInfo } from 'graphql';
import { inLaterTurn } from '../../../usecases/writing/yield-to-event-loop.ts';

/**
 * Turns a resolved value into its part of the result. Awaited parts are left null and filled in later. `places` is the
 * number of decimal places in the currency of the amounts.
 */
export type Complete = (value: unknown, run: Run, places: number) => unknown;

/**
 * The arguments of a resolver other than its parent. They are the same for all parents, so they are created once per run.
 */
type ResolverCall = { readonly args: Record<string, unknown>; readonly info: GraphQLResolveInfo };
export type ResolverCallOf = (run: Run) => ResolverCall;

/** Results of the root resolvers, by response key, as values or promises. */
export type RootResults = Map<string, unknown>;

/**
 * A run yields to other requests after 10 ms, but only after this many filled records or called resolvers. Loads in
 * different turns of the event loop are not batched, so without this minimum a short response would need more
 * statements on a busy machine.
 */
const leastPerTurn = 2_000;
const longestTurnMs = 10;

export class Run {
  readonly context: unknown;
  readonly variables: Record<string, unknown>;
  readonly rootResults: RootResults;
  readonly calls = new Map<ResolverCallOf, ResolverCall>();
  private awaited = 0;
  /** Work for later turns of the event loop. */
  private waiting: (() => void)[] = [];
  /** Records filled and resolvers called in this turn. */
  done = 0;
  private since = performance.now();
  private isOver = false;
  private settle: { done(): void; fail(cause: unknown): void } | null = null;

  constructor(context: unknown, variables: Record<string, unknown>, rootResults: RootResults) {
    this.context = context;
    this.variables = variables;
    this.rootResults = rootResults;
  }

  /** Fills in a part of the result once it is available. The first failure ends the run. */
  defer(promise: PromiseLike<unknown>, fill: (value: unknown) => void): void {
    this.awaited++;
    promise.then(
      (value) => {
        const work = () => fill(value);
        if (this.isTurnOver()) this.wait(work);
        else this.carryOut([work]);
      },
      (error) => this.fail(error),
    );
  }

  /** Whether to yield to other requests before this run continues. */
  isTurnOver(): boolean {
    return this.done >= leastPerTurn && performance.now() - this.since >= longestTurnMs;
  }

  /** Continues in a later turn of the event loop. The result waits for it. */
  later(work: () => void): void {
    this.awaited++;
    this.wait(work);
  }

  private wait(work: () => void): void {
    this.waiting.push(work);
    if (this.waiting.length > 1) return;
    inLaterTurn(() => {
      const works = this.waiting;
      this.waiting = [];
      this.done = 0;
      this.since = performance.now();
      this.carryOut(works);
    });
  }

  /** Runs pending work until its turn is over. */
  private carryOut(works: readonly (() => void)[]): void {
    for (const [index, work] of works.entries()) {
      if (this.isOver) return;
      if (index > 0 && this.isTurnOver()) {
        for (const left of works.slice(index)) this.wait(left);
        break;
      }
      try {
        work();
      } catch (error) {
        this.fail(error);
        return;
      }
      this.awaited--;
    }
    if (this.awaited === 0) this.settle?.done();
  }

  /** Ignores all values that are still awaited. */
  abandon(): void {
    this.isOver = true;
  }

  /** The result, as soon as it is complete. */
  finished<Answer>(answer: Answer): Answer | Promise<Answer> {
    if (this.awaited === 0) return answer;
    return new Promise((resolve, reject) => {
      this.settle = { done: () => resolve(answer), fail: reject };
    });
  }

  private fail(cause: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.settle?.fail(cause);
  }
}

const compiled = new WeakSet<GraphQLResolveInfo>();

/** Marks the info that a compiled query passes to resolvers. */
export function noteCompiled(info: GraphQLResolveInfo): GraphQLResolveInfo {
  compiled.add(info);
  return info;
}

export function isCompiled(info: GraphQLResolveInfo): boolean {
  return compiled.has(info);
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
