/**
 * Members of a stored document that describe it: a filed document may change them, because no figure, place or date of a return
 * follows from them.
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
  /** Of an item and of the shipping fee. A filed document may only change a manual rate that is not in use. */
  line: ['name', 'description', 'manualSalesTax', 'manualSalesTaxRate', 'overrideReason'],
} as const;

/** Members of a change in the audit trail that are columns, and describe the document in the same way. */
export const describingColumns = ['transactionStatus', 'transactionFilingStatus', 'reopeningReason'] as const;
