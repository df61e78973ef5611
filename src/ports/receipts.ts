import type { ReceiptContent } from '../domain/returns/receipt.ts';

export type ReadReceipt =
  | { readonly signature: 'VALID'; readonly content: ReceiptContent }
  | { readonly signature: 'UNKNOWN_KEY' | 'INVALID' };

/** Signs the receipts of filings, and reads signed receipts. */
export interface Receipts {
  sign(content: ReceiptContent): Promise<string>;
  /** Also accepts receipts signed with earlier keys of the store. */
  read(receipt: string): Promise<ReadReceipt>;
}
