import { receiptContent } from '../../domain/returns/receipt.ts';
import type { ReadReceipt, Receipts } from '../../ports/receipts.ts';
import type { SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import { type Jwk, keptKeys, readSigned, signed } from './signed-content.ts';
import type { TokenKey } from './token-key.ts';

/** No token has this type, and no receipt has the claims of a token, so neither can be used in place of the other. */
const receiptType = 'receipt';

/** `keepKey` stores the public half, which verifies the receipt after another key has replaced this one. */
export function createReceipts(
  key: Pick<TokenKey, 'keyId' | 'privateKey' | 'publicJwk'>,
  store: Pick<SigningKeyStore, 'listPublic'>,
  keepKey: () => Promise<void>,
): Receipts {
  return {
    async sign(content) {
      await keepKey();
      return signed(key, receiptType, content);
    },
    read: (receipt) => readReceipt(receipt, async () => [key.publicJwk, ...(await keptKeys(store))]),
  };
}

export const readReceipt = (receipt: string, keys: () => Promise<readonly Jwk[]>): Promise<ReadReceipt> =>
  readSigned(receipt, { type: receiptType, schema: receiptContent, keys });
