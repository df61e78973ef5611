import { errorOf } from './answers.ts';
import { attempt, type Fetch, persist } from './send.ts';

type Credentials = {
  /** URL of the gateway, such as https://tax.example.com. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: Fetch;
};

type TokenSource = {
  get(): Promise<string>;
  /** Drops a token that the gateway no longer accepts. */
  drop(token: string): void;
};

const timeLimit = 5_000;

/** Fetches a token once for all waiting calls, and renews it during the last tenth of its lifetime. */
export function createTokenSource(credentials: Credentials, now: () => number): TokenSource {
  const { clientId, clientSecret } = credentials;
  let known: { readonly token: string; readonly renewAt: number } | null = null;
  let pending: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const askedAt = now();
    const body = { clientId, clientSecret };
    const work = (signal: AbortSignal) => attempt(credentials, { method: 'POST', path: '/v1/token', body, signal });
    const answer = await persist(work, { timeLimit, isRepeatable: false });
    const error = errorOf(answer);
    if (error) throw error;
    const { accessToken, expiresIn } = answer.body as { accessToken: string; expiresIn: number };
    known = { token: accessToken, renewAt: askedAt + expiresIn * 900 };
    return accessToken;
  }

  return {
    get() {
      if (known && now() < known.renewAt) return Promise.resolve(known.token);
      pending ??= fetchToken().finally(() => {
        pending = null;
      });
      return pending;
    },
    drop(token) {
      if (known?.token === token) known = null;
    },
  };
}
