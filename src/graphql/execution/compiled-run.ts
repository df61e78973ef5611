import type { GraphQLResolveInfo } from 'graphql';

/** Makes the answer of a value. Where a part is still awaited, it leaves a gap, and fills it when the part has come. */
export type Complete = (value: unknown, run: Run) => unknown;

/** What a resolver is called with besides its parent: the same for all parents, so it is made once in a run. */
export type Call = { readonly args: Record<string, unknown>; readonly info: GraphQLResolveInfo };
export type CallOf = (run: Run) => Call;

/** What is known of one execution. */
export class Run {
  readonly context: unknown;
  readonly variables: Record<string, unknown>;
  readonly calls = new Map<CallOf, Call>();
  private awaited = 0;
  private isOver = false;
  private settle: { done(): void; fail(cause: unknown): void } | null = null;

  constructor(context: unknown, variables: Record<string, unknown>) {
    this.context = context;
    this.variables = variables;
  }

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

  /** Nothing that comes later is looked at. */
  abandon(): void {
    this.isOver = true;
  }

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
