import type { TransactionInput } from './transaction-input.ts';

/**
 * A JSON merge patch of a document: what is absent stays, null clears, objects are merged, lists replaced as a whole. The
 * values are checked on the patched document. What names it cannot be changed.
 */
export type TransactionPatch = Readonly<
  Partial<Record<Exclude<keyof TransactionInput, 'source' | 'externalId'>, unknown>>
>;
