import { signal } from '@preact/signals';
import { type Failure, failureOf, offline, type SentError } from './failure.ts';
import { asText, type Operation } from './graphql.ts';
import { authorization, renewSession, signedOut } from './session.ts';

/** Raised by every change, so that whatever is shown is asked for again. */
export const changes = signal(0);

export type Answer<Result> =
  | {
      readonly kind: 'data';
      readonly data: Result;
      /** Fields that were refused, such as `webhookDeliveries` for a token without its scope: null in the data. */
      readonly refused: ReadonlyMap<string, Failure>;
    }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** Asks the gateway. A session that has ended is renewed once, if that needs nobody. */
export async function ask<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
): Promise<Answer<Result>> {
  const answer = await send<Result>(asText(operation), variables);
  if (answer.kind !== 'failure' || answer.failure.kind !== 'signed-out') return answer;
  if (await renewSession()) return send<Result>(asText(operation), variables);
  signedOut();
  return answer;
}

/** Asks for a change. What is shown is then read again. */
export async function change<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
): Promise<Answer<Result>> {
  const answer = await ask(operation, variables);
  changes.value += 1;
  return answer;
}

async function send<Result>(documentId: string, variables: unknown): Promise<Answer<Result>> {
  let response: Response;
  let body: { data?: Result | null; errors?: readonly SentError[] };
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/graphql-response+json',
        'Content-Type': 'application/json',
        ...authorization(),
      },
      body: JSON.stringify({ documentId, variables }),
    });
    body = await response.json().catch(() => ({}));
  } catch {
    return { kind: 'failure', failure: offline };
  }
  const { data, errors = [] } = body;
  if (data == null) {
    return { kind: 'failure', failure: failureOf(errors[0] ?? {}, response.status, response.headers) };
  }
  const refused = errors.map(
    (error) => [String(error.path?.[0] ?? ''), failureOf(error, 403, response.headers)] as const,
  );
  return { kind: 'data', data, refused: new Map(refused) };
}
