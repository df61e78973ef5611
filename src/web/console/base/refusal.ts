import { baseTexts } from '../texts/base.ts';
import type { Answer } from './client.ts';
import type { Failure } from './failure.ts';

/** What a mutation answers, besides the record. */
type Told = {
  readonly __typename: string;
  readonly message?: string;
  readonly issues?: readonly { readonly message: string }[];
};

/** Why a change was not made; null if it was. */
export function refusalOf<Result>(answer: Answer<Result>, read: (data: Result) => Told): string | null {
  if (answer.kind === 'failure') return textOf(answer.failure);
  const told = read(answer.data);
  if (told.issues && told.issues.length > 0) return told.issues.map(({ message }) => message).join(' ');
  return told.message ?? null;
}

/** People know their role, and not the scopes of a token. */
function textOf({ kind, message }: Failure): string {
  const { text } = baseTexts.failures[kind];
  return kind === 'forbidden' ? `${text} ${baseTexts.nothingChanged}` : message || text;
}
