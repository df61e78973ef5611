import { baseTexts } from '../texts/base.ts';
import type { Answer } from './client.ts';

/** What a mutation answers, besides the record. */
type Told = {
  readonly __typename: string;
  readonly message?: string;
  readonly issues?: readonly { readonly message: string }[];
};

/** Why a change was not made; null if it was. */
export function refusalOf<Result>(answer: Answer<Result>, read: (data: Result) => Told): string | null {
  if (answer.kind === 'failure') return answer.failure.message || baseTexts.failures[answer.failure.kind].text;
  const told = read(answer.data);
  if (told.issues && told.issues.length > 0) return told.issues.map(({ message }) => message).join(' ');
  return told.message ?? null;
}
