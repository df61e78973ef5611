import { getJwksUrlFromSaleorApiUrl, verifySignatureWithJwks } from '@saleor/app-sdk/auth';
import { z } from 'zod';
import { readText } from './read-text.ts';

export type KeySource = {
  /** The only Saleor instance allowed to call, such as https://shop.saleor.cloud/graphql/. */
  readonly saleorApiUrl: string;
  /** Fetches Saleor's keys. */
  readonly fetchKeys?: typeof globalThis.fetch;
};

/** `unknown` means that the keys could not be fetched, so the same request may be accepted later. */
type Verdict = 'signed' | 'forged' | 'unknown';

const leastAgeOfKeys = 60_000;
const timeLimitOfKeys = 5_000;
const sizeLimitOfKeys = 64 * 1024;

const keySet = z.object({
  keys: z
    .array(z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() }))
    .min(1)
    .max(20),
});

/** If a signature does not match, keys are fetched again, at most once a minute: Saleor may have changed its key. */
export function createSignatureCheck(source: KeySource): (signature: string, body: string) => Promise<Verdict> {
  let keys: string | null = null;
  let renewedAt = 0;
  let isRenewed = false;
  let renewal: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    isRenewed = false;
    const renewed = await fetchKeys(source);
    // Known keys remain in use if new ones cannot be fetched.
    keys = renewed ?? keys;
    isRenewed = renewed !== null;
  }

  const fits = (signature: string, body: string): Promise<boolean> =>
    keys === null
      ? Promise.resolve(false)
      : verifySignatureWithJwks(keys, signature, body).then(
          () => true,
          () => false,
        );

  return async (signature, body) => {
    if (await fits(signature, body)) return 'signed';
    if (Date.now() - renewedAt >= leastAgeOfKeys) {
      renewedAt = Date.now();
      renewal = renew();
    }
    // Concurrent requests wait for the same keys.
    await renewal;
    if (await fits(signature, body)) return 'signed';
    return isRenewed ? 'forged' : 'unknown';
  };
}

/** The key set, as text; null if it cannot be fetched or is invalid. */
async function fetchKeys({ saleorApiUrl, fetchKeys: fetch = globalThis.fetch }: KeySource): Promise<string | null> {
  try {
    const url = getJwksUrlFromSaleorApiUrl(saleorApiUrl);
    const signal = AbortSignal.timeout(timeLimitOfKeys);
    const response = await fetch(url, { headers: { Accept: 'application/json' }, redirect: 'manual', signal });
    const isJson = /^application\/(?:json|jwk-set\+json)\s*(?:;|$)/i.test(response.headers.get('Content-Type') ?? '');
    if (response.status !== 200 || !isJson) return null;
    const text = await readText(response, sizeLimitOfKeys);
    return text === null ? null : JSON.stringify(keySet.parse(JSON.parse(text)));
  } catch {
    return null;
  }
}
