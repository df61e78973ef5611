import { readOnlyFields } from '../base/fields.ts';
import { patchOf } from '../base/patch-of.ts';
import { transactionFields } from './transaction-input.ts';

/** A JSON merge patch for a document; the merged document is validated. */
export const transactionPatch = patchOf(transactionFields).extend(readOnlyFields);
