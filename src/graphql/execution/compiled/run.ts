import type { GraphQLResolveInfo } from 'graphql';

/** Turns a resolved value into its part of the answer. Awaited parts are left null and filled in later. */
export type Complete = (value: unknown, run: Run) => unknown;

/** What a resolver is called with apart from its parent. It is the same for all parents, so it is made once per run. */
export type ResolverCall = { readonly args: Record<string, unknown>; readonly info: GraphQLResolveInfo };
export type ResolverCallOf = (run: Run) => ResolverCall;

/** What the root resolvers returned, by response key: values and promises alike. */
export type RootResults = Map<string, unknown>;

/** The state of one execution. */
export class Run {
  readonly context: unknown;
  readonly variables: Record<string, unknown>;
  readonly rootResults: RootResults;
  readonly calls = new Map<ResolverCallOf, ResolverCall>();
  private awaited = 0;
  private isOver = false;
  private settle: { done(): void; fail(cause: unknown): void } | null = null;

  constructor(context: unknown, variables: Record<string, unknown>, rootResults: RootResults) {
    this.context = context;
    this.variables = variables;
    this.rootResults = rootResults;
  }

  /** Fills in a part of the answer once it is there. The first failure ends the run. */
  defer(promise: PromiseLike<unknown>, fill: (value: unknown) => void): void {
    this.awaited++;
    promise.then(
      (value) => {
        if (this.isOver) return;
        try {
          fill(value);
        } catch (error) {
          this.fail(error);
          return;
        }
        if (--this.awaited === 0) this.settle?.done();
      },
      (error) => this.fail(error),
    );
  }

  /** Ignores everything that is still awaited. */
  abandon(): void {
    this.isOver = true;
  }

  /** The answer, once all of its parts are filled in. */
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

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
