import type { TransactionInput } from './transaction-input.ts';

/**
 * Members of a stored document that only describe it. They may change in a filed document, because they affect no
 * figure, place or date on a return.
 */
export const describingMembers = {
  document: [
    'documentName',
    'billingAddress',
    'roundingAmount',
    'externalTimestamps',
    'createdFrom',
    'cancellationReason',
  ],
  /**
   * Members of an item and of the shipping fee. In a filed document, a manual rate may change only if it is not in use.
   */
  line: ['name', 'description', 'manualSalesTax', 'manualSalesTaxRate', 'overrideReason'],
} as const;

export function membersAsSent(input: TransactionInput) {
  return {
    documentName: input.documentName,
    billingAddress: input.billingAddress,
    ...(input.roundingAmount !== null && { roundingAmount: input.roundingAmount }),
    externalTimestamps: input.externalTimestamps,
    ...(input.taxDateTimeZone !== null && { taxDateTimeZone: input.taxDateTimeZone }),
    createdFrom: input.createdFrom,
  };
}

/** Audit trail members that are stored as columns and only describe the document. */
export const describingColumns = ['transactionStatus', 'transactionFilingStatus', 'reopeningReason'] as const;
