import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Answer, ask, changes } from './client.ts';
import type { Failure } from './failure.ts';
import { asText, type Operation } from './graphql.ts';

export type Query<Result> = {
  /** The data last read; null before the first response. */
  readonly data: Result | null;
  /** The reason why reading failed. Earlier data is kept. */
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  /** The reason why a field of the data is missing. */
  refused(field: string): Failure | null;
  again(): void;
};

/** A cache of recent data. Going back shows the cached data immediately, while it is read again. */
const kept = new Map<string, Answer<unknown>>();
const mostKept = 60;

export const forgetAnswers = (): void => kept.clear();

function keep(key: string, answer: Answer<unknown>): void {
  kept.delete(key);
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

const asking = new Map<string, Promise<Answer<unknown>>>();

/** A single request for all parts of a page that send the same query at the same time. */
function askOnce(key: string, send: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const running = asking.get(key);
  if (running) return running;
  const sent = send().then((answer) => {
    asking.delete(key);
    if (answer.kind === 'data') keep(key, answer);
    return answer;
  });
  asking.set(key, sent);
  return sent;
}

type State = { readonly key: string; readonly answer: Answer<unknown> | null; readonly isLoading: boolean };

/**
 * Sends the query when it is first shown, when the variables change, and after every change. Null variables send
 * nothing.
 */
export function useQuery<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables | null,
): Query<Result> {
  const key = variables === null ? '' : `${asText(operation)} ${JSON.stringify(variables)}`;
  const state = useSignal<State>({ key, answer: kept.get(key) ?? null, isLoading: variables !== null });
  const round = useSignal(0);
  const read = () => {
    if (variables === null) {
      state.value = { key, answer: null, isLoading: false };
      return;
    }
    const before = state.peek();
    const known = kept.get(key) ?? (before.key === key ? before.answer : null);
    state.value = { key, answer: known, isLoading: true };
    let isWaiting = true;
    askOnce(key, () => ask(operation, variables)).then((answer) => {
      if (isWaiting) state.value = { key, answer, isLoading: false };
    });
    return () => {
      isWaiting = false;
    };
  };
  useEffect(read, [key, changes.value, round.value]);
  const { answer, isLoading, key: shown } = state.value;
  const own = shown === key ? answer : (kept.get(key) ?? null);
  const failed = own?.kind === 'failure' ? own.failure : null;
  const earlier = own?.kind === 'failure' ? kept.get(key) : own;
  return {
    data: earlier?.kind === 'data' ? (earlier.data as Result) : null,
    failure: failed,
    isLoading: isLoading || shown !== key,
    refused: (field) => (own?.kind === 'data' ? (own.refused.get(field) ?? null) : null),
    again: () => {
      round.value += 1;
    },
  };
}
