/**
 * Members of a stored document that describe it. A filed document may change them, because they affect no figure, place
 * or date of a return.
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
  /** Members of an item and of the shipping fee. A filed document may change a manual rate only if it is not in use. */
  line: ['name', 'description', 'manualSalesTax', 'manualSalesTaxRate', 'overrideReason'],
} as const;

/** Members of a change in the audit trail that are columns and describe the document in the same way. */
export const describingColumns = ['transactionStatus', 'transactionFilingStatus', 'reopeningReason'] as const;
