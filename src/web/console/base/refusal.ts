import { baseTexts } from '../texts/base.ts';
import { type Answer, change } from './client.ts';
import type { Failure } from './failure.ts';
import type { Operation } from './graphql.ts';

/** A result of an operation; only refusals have issues. */
type Refusable = { readonly __typename: string; readonly issues?: readonly { readonly message: string }[] };

/** The reason for a refusal; null if the result is not a refusal. */
export const reasonIn = ({ issues }: Refusable): string | null =>
  issues?.map(({ message }) => message).join(' ') ?? null;

/** The reason why a change was refused; null if it was made. */
export function refusalOf<Result>(answer: Answer<Result>, read: (data: Result) => Refusable): string | null {
  return answer.kind === 'failure' ? textOf(answer.failure) : reasonIn(read(answer.data));
}

/** Makes a change. Returns the reason if it was refused, or null. `onMade` receives the result. */
export async function attempt<Result extends Readonly<Record<string, Refusable>>, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  onMade?: (made: Result) => void,
): Promise<string | null> {
  const answer = await change(operation, variables);
  const refusal = refusalOf(answer, (result) => Object.values(result)[0]!);
  if (refusal === null && answer.kind === 'data') onMade?.(answer.data);
  return refusal;
}

/** Users know their role, but not the scopes of a token, which the gateway's message mentions. */
function textOf({ kind, message }: Failure): string {
  const { text } = baseTexts.failures[kind];
  return kind === 'forbidden' ? `${text} ${baseTexts.nothingChanged}` : message || text;
}
