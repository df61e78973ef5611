import { z } from 'zod';
import { type RegisterAnswer, type RegisterClient, type Unavailable, unavailable } from '../../ports/register.ts';
import { type AskJson, askJson, garbled, type JsonAnswer, plainText, refusal } from './ask-json.ts';

export type HmrcOptions = HmrcCredentials & {
  /** The requester's own number, 9 or 12 digits. With this number, HMRC issues a consultation number. */
  readonly requester: string | null;
};

const lookupPath = '/organisations/vat/check-vat-number/lookup';

const found = z.object({
  target: z.object({
    name: z.string().nullish(),
    vatNumber: z.string(),
    address: z.record(z.string(), z.unknown()).nullish(),
  }),
  consultationNumber: z.string().nullish(),
});

/**
 * The register of the United Kingdom: HMRC's "Check a UK VAT number", version 2. It accepts numbers of 9 or 12 digits,
 * but not the numbers of government departments and health authorities.
 */
export function createHmrc(
  { requester, ...credentials }: HmrcOptions,
  now: () => Date,
  ask: AskJson = askJson,
): RegisterClient {
  const tokens = createHmrcTokens(credentials, now, ask);

  async function lookUp(digits: string, signal: AbortSignal): Promise<JsonAnswer | Unavailable> {
    const path = `${credentials.url}${lookupPath}/${digits}${requester === null ? '' : `/${requester}`}`;
    for (let tries = 1; ; tries++) {
      const token = await tokens.get(signal);
      if (token.kind === 'UNAVAILABLE') return token;
      const headers = { Accept: 'application/vnd.hmrc.2.0+json', Authorization: `Bearer ${token.value}` };
      const asked = await ask(path, { method: 'GET', headers }, signal);
      if (asked.kind === 'UNAVAILABLE' || asked.status !== 401 || tries === 2) return asked;
      tokens.drop(token); // HMRC may revoke tokens before they expire.
    }
  }

  return {
    name: 'HMRC',
    covers: ({ country, number }) => country === 'GB' && /^GB\d{9}(\d{3})?$/.test(number),
    async ask({ number }, signal) {
      const digits = number.slice(2);
      const asked = await lookUp(digits, signal);
      return asked.kind === 'UNAVAILABLE' ? asked : toAnswer(asked, digits);
    },
  };
}

function toAnswer({ status, body }: JsonAnswer, digits: string): RegisterAnswer {
  // Any other 404 comes from a wrong URL and says nothing about the number.
  if (status === 404 && codeOf(body) === 'NOT_FOUND') return { kind: 'NOT_REGISTERED', consultationNumber: null };
  if (status === 403 && codeOf(body) === 'INVALID_REQUEST') {
    return unavailable("it does not accept the gateway's own VAT number", false);
  }
  if (status !== 200) return refusal(status);
  const read = found.safeParse(body);
  if (!read.success || !isSame(read.data.target.vatNumber, digits)) return garbled;
  const { target, consultationNumber } = read.data;
  return {
    kind: 'REGISTERED',
    name: plainText(target.name),
    address: addressText(target.address ?? {}),
    consultationNumber: plainText(consultationNumber),
  };
}

/** For the 12-digit number of a branch, HMRC may return the 9-digit number of the company. */
function isSame(answered: string, asked: string): boolean {
  return answered.slice(0, 9) === asked.slice(0, 9);
}

function codeOf(body: unknown): string | null {
  const read = z.object({ code: z.string() }).safeParse(body);
  return read.success ? read.data.code : null;
}

const addressParts = ['line1', 'line2', 'line3', 'line4', 'line5', 'postcode', 'countryCode'];

/** One line per part of the address, as in VIES. */
function addressText(address: Readonly<Record<string, unknown>>): string | null {
  const parts = addressParts.flatMap((name) => {
    const part = address[name];
    return typeof part === 'string' ? (plainText(part) ?? []) : [];
  });
  return parts.length > 0 ? parts.join('\n') : null;
}

type HmrcCredentials = { readonly url: string; readonly clientId: string; readonly clientSecret: string };
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
function createHmrcTokens(credentials: HmrcCredentials, now: () => Date, ask: AskJson): HmrcTokens {
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
