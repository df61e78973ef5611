import type { Customer } from '../../domain/customers/customer.ts';

export type Erasure = { readonly customerId: string; readonly reason: string; readonly at: Date };

type ErasedDocuments = { readonly changed: number; readonly keepsTaxNumber: boolean };

/** Removes personal data from records and from their entries in the audit trail. */
export interface ErasureStore {
  /**
   * Erases all documents of the customer and their earlier calculations in batches. After a failure, completed batches
   * remain erased and a retry continues from there. Documents without personal data are not written.
   */
  eraseDocuments(erasure: Erasure): Promise<ErasedDocuments>;
  /** Replaces `before` with the erased customer and removes the files of their exemptions; false if the stored version differs. */
  replaceErased(before: Customer, erased: Customer, reason: string): Promise<boolean>;
}
