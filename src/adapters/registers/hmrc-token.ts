import { z } from 'zod';
import { type Unavailable, unavailable } from '../../ports/register.ts';
import { type AskJson, garbled, refusal } from './ask-json.ts';

export type HmrcCredentials = { readonly url: string; readonly clientId: string; readonly clientSecret: string };
type HmrcToken = { readonly kind: 'TOKEN'; readonly value: string };

/** Tokens are replaced this long before they expire. */
const marginMs = 60_000;

const answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

type HmrcTokens = {
  /** The current token, or a new one. Concurrent callers share a request; if its sender runs out of time, the next sends its own. */
  get(signal: AbortSignal): Promise<HmrcToken | Unavailable>;
  /** Drops a token that HMRC refused. */
  drop(token: HmrcToken): void;
};

/** OAuth 2.0 client credentials (RFC 6749, section 4.4), kept until shortly before they expire. */
export function createHmrcTokens(credentials: HmrcCredentials, now: () => Date, ask: AskJson): HmrcTokens {
  let known: { readonly token: HmrcToken; readonly until: number } | null = null;
  let flight: { readonly answer: Promise<HmrcToken | Unavailable>; readonly signal: AbortSignal } | null = null;

  async function fetchToken(signal: AbortSignal): Promise<HmrcToken | Unavailable> {
    const asked = await ask(`${credentials.url}/oauth/token`, tokenRequest(credentials), signal);
    if (asked.kind === 'UNAVAILABLE') return asked;
    if (asked.status === 400 || asked.status === 401)
      return unavailable("it does not accept the gateway's client id", false);
    if (asked.status !== 200) return refusal(asked.status);
    const read = answer.safeParse(asked.body);
    if (!read.success) return garbled;
    const token: HmrcToken = { kind: 'TOKEN', value: read.data.access_token };
    known = { token, until: now().getTime() + read.data.expires_in * 1000 - marginMs };
    return token;
  }

  return {
    async get(signal) {
      for (;;) {
        if (known && now().getTime() < known.until) return known.token;
        flight ??= {
          signal,
          answer: fetchToken(signal).finally(() => {
            flight = null;
          }),
        };
        const { answer: asked, signal: sender } = flight;
        const found = await asked;
        // The caller that sent the request ran out of time.
        if (found.kind === 'TOKEN' || !sender.aborted || signal.aborted) return found;
      }
    },
    drop(token) {
      if (known?.token === token) known = null;
    },
  };
}

function tokenRequest({ clientId, clientSecret }: HmrcCredentials) {
  return {
    method: 'POST' as const,
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'read:vat',
    }),
  };
}
