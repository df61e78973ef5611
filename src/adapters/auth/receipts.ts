import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { type ReceiptContent, receiptContent } from '../../domain/returns/receipt.ts';
import type { ReadReceipt, Receipts } from '../../ports/receipts.ts';
import type { SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import { type TokenKey, tokenAlgorithm } from './token-key.ts';

type Jwk = Readonly<Record<string, unknown>>;

/** No token has this type, and no receipt has the claims of a token, so neither is accepted as the other. */
const receiptType = 'receipt';

/** `keepKey` stores the public half, which verifies the receipt after another key has replaced this one. */
export function createReceipts(
  { keyId, privateKey, publicJwk }: Pick<TokenKey, 'keyId' | 'privateKey' | 'publicJwk'>,
  store: Pick<SigningKeyStore, 'listPublic'>,
  keepKey: () => Promise<void>,
): Receipts {
  return {
    async sign(content) {
      await keepKey();
      return new CompactSign(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: tokenAlgorithm, kid: keyId, typ: receiptType })
        .sign(privateKey);
    },
    read: (receipt) => readReceipt(receipt, async () => [publicJwk, ...(await keptKeys(store))]),
  };
}

export async function keptKeys(store: Pick<SigningKeyStore, 'listPublic'>): Promise<Jwk[]> {
  return (await store.listPublic()).map((key) => key.publicJwk);
}

export async function readReceipt(receipt: string, keys: () => Promise<readonly Jwk[]>): Promise<ReadReceipt> {
  const header = headerOf(receipt);
  if (header?.typ !== receiptType || header.alg !== tokenAlgorithm) return { signature: 'INVALID' };
  const key = await keyNamed(await keys(), header.kid);
  if (!key) return { signature: 'UNKNOWN_KEY' };
  const content = await contentOf(receipt, key);
  return content ? { signature: 'VALID', content } : { signature: 'INVALID' };
}

function headerOf(receipt: string) {
  try {
    return decodeProtectedHeader(receipt);
  } catch {
    return null;
  }
}

/** The id of a key is its thumbprint, which the keys in the store do not repeat. */
async function keyNamed(keys: readonly Jwk[], keyId: string | undefined): Promise<Jwk | null> {
  for (const key of keys) if ((key.kid ?? (await calculateJwkThumbprint(key))) === keyId) return key;
  return null;
}

async function contentOf(receipt: string, key: Jwk): Promise<ReceiptContent | null> {
  try {
    const { payload } = await compactVerify(receipt, await importJWK(key, tokenAlgorithm), {
      algorithms: [tokenAlgorithm],
    });
    return receiptContent.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    return null;
  }
}
