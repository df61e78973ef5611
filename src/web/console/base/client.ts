import { signal } from '@preact/signals';
import { type Failure, failureOf, offline, type SentError } from './failure.ts';
import { asText, type Operation } from './graphql.ts';
import { authorization, renewSession, signedOut } from './session.ts';

/** Incremented by every change, so that displayed data is read again. */
export const changes = signal(0);

export type Answer<Result> =
  | {
      readonly kind: 'data';
      readonly data: Result;
      /**
       * Refused fields, which are null in the data, such as `webhookDeliveries` for a token without the required scope.
       */
      readonly refused: ReadonlyMap<string, Failure>;
    }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** Sends a query to the gateway. */
export function ask<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
): Promise<Answer<Result>> {
  return renewed(() => send<Result>({ documentId: asText(operation), variables }));
}

/** Sends a mutation. Displayed data is then read again. */
export async function change<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
): Promise<Answer<Result>> {
  const answer = await ask(operation, variables);
  changes.value += 1;
  return answer;
}

/** Sends a mutation with a file, which replaces the null at a path like `variables.input.file`. */
export async function changeWithFile<Result>(
  operation: Operation<Result, never>,
  { variables, path, file }: { readonly variables: unknown; readonly path: string; readonly file: File },
): Promise<Answer<Result>> {
  const form = new FormData();
  form.append('operations', JSON.stringify({ documentId: asText(operation), variables }));
  form.append('map', JSON.stringify({ 0: [path] }));
  form.append('0', file, file.name);
  const answer = await renewed(() => send<Result>(form));
  changes.value += 1;
  return answer;
}

/** A file available only over REST. */
export function readFile(path: string): Promise<Answer<Blob>> {
  return renewed(async () => {
    try {
      const response = await fetch(path, { headers: authorization() });
      if (response.ok) return { kind: 'data', data: await response.blob(), refused: new Map() };
      const { detail, code } = await response.json().catch(() => ({}));
      const error = { message: detail, extensions: { code } };
      return { kind: 'failure', failure: failureOf(error, response.status, response.headers) };
    } catch {
      return { kind: 'failure', failure: offline };
    }
  });
}

/** An expired session is renewed once, if that needs no user action. */
async function renewed<Result>(sendAgain: () => Promise<Answer<Result>>): Promise<Answer<Result>> {
  const sentWith = authorization().Authorization;
  const answer = await sendAgain();
  if (!isSignedOut(answer)) return answer;
  // Another request may have renewed the session in the meantime.
  const isRenewed = authorization().Authorization !== sentWith || (await renewSession());
  const last = isRenewed ? await sendAgain() : answer;
  if (isSignedOut(last)) signedOut();
  return last;
}

const isSignedOut = (answer: Answer<unknown>) => answer.kind === 'failure' && answer.failure.kind === 'signed-out';

type Sent = { readonly documentId: string; readonly variables: unknown } | FormData;

async function send<Result>(sent: Sent): Promise<Answer<Result>> {
  let response: Response;
  let body: { data?: (Result & Readonly<Record<string, unknown>>) | null; errors?: readonly SentError[] };
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/graphql-response+json',
        ...(sent instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...authorization(),
      },
      body: sent instanceof FormData ? sent : JSON.stringify(sent),
    });
    body = await response.json().catch(() => ({}));
  } catch {
    return { kind: 'failure', failure: offline };
  }
  const { data, errors = [] } = body;
  if (data == null) {
    return { kind: 'failure', failure: failureOf(errors[0] ?? {}, response.status, response.headers) };
  }
  const roots: Readonly<Record<string, unknown>> = data;
  const refused = errors
    .map((error) => [String(error.path?.[0] ?? ''), failureOf(error, 403, response.headers)] as const)
    .filter(([root]) => roots[root] == null); // If part of a record is refused, the rest is still shown.
  return { kind: 'data', data, refused: new Map(refused) };
}
