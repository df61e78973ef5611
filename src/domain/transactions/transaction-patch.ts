import { readOnlyFields } from '../base/fields.ts';
import { patchOf } from '../base/patch-of.ts';
import { transactionFields } from './transaction-input.ts';

/** A JSON merge patch of a document; the values are checked on the merged document. */
export const transactionPatch = patchOf(transactionFields).extend(readOnlyFields);
