import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import { type TokenKey, tokenAlgorithm } from './token-key.ts';

export type Jwk = Readonly<Record<string, unknown>>;

/** The type identifies the purpose, so content of one type is not accepted as another, or as a token. */
export function signed(
  { keyId, privateKey }: Pick<TokenKey, 'keyId' | 'privateKey'>,
  type: string,
  content: object,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: tokenAlgorithm, kid: keyId, typ: type })
    .sign(privateKey);
}

export async function keptKeys(store: Pick<SigningKeyStore, 'listPublic'>): Promise<Jwk[]> {
  return (await store.listPublic()).map((key) => key.publicJwk);
}

type Signed<Content> = {
  readonly type: string;
  readonly schema: { parse(value: unknown): Content };
  readonly keys: () => Promise<readonly Jwk[]>;
};

type ReadContent<Content> =
  | { readonly signature: 'VALID'; readonly content: Content }
  | { readonly signature: 'UNKNOWN_KEY' | 'INVALID' };

export async function readSigned<Content>(
  text: string,
  { type, schema, keys }: Signed<Content>,
): Promise<ReadContent<Content>> {
  const header = headerOf(text);
  if (header?.typ !== type || header.alg !== tokenAlgorithm) return { signature: 'INVALID' };
  const key = await keyNamed(await keys(), header.kid);
  if (!key) return { signature: 'UNKNOWN_KEY' };
  try {
    const { payload } = await compactVerify(text, await importJWK(key, tokenAlgorithm), {
      algorithms: [tokenAlgorithm],
    });
    return { signature: 'VALID', content: schema.parse(JSON.parse(new TextDecoder().decode(payload))) };
  } catch {
    return { signature: 'INVALID' };
  }
}

function headerOf(text: string) {
  try {
    return decodeProtectedHeader(text);
  } catch {
    return null;
  }
}

/** Some stored keys do not include their id, which is the thumbprint of the key. */
async function keyNamed(keys: readonly Jwk[], keyId: string | undefined): Promise<Jwk | null> {
  for (const key of keys) if ((key.kid ?? (await calculateJwkThumbprint(key))) === keyId) return key;
  return null;
}
