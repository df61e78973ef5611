import type { Transaction } from '../../domain/transactions/transaction.ts';
import { addressColumns } from '../http/address-columns.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';

/** What tells a document, in the forms for documents and for their tax lines. */
export const documentColumns: readonly CsvColumn<Transaction>[] = [
  { name: 'serviceId', description: 'Id of the document.', value: ({ serviceId }) => serviceId },
  { name: 'source', description: 'Source.', value: ({ source }) => source },
  { name: 'externalId', description: 'Id in the source.', value: ({ externalId }) => externalId },
  { name: 'transactionType', description: 'Type.', value: ({ transactionType }) => transactionType },
  { name: 'transactionStatus', description: 'Status.', value: ({ transactionStatus }) => transactionStatus },
  {
    name: 'transactionFilingStatus',
    description: 'Filing status.',
    value: ({ transactionFilingStatus }) => transactionFilingStatus,
  },
  { name: 'taxDate', description: 'Day whose law applies.', value: ({ taxDate }) => taxDate },
  { name: 'customerId', description: 'serviceId of the customer.', value: ({ customerId }) => customerId },
  { name: 'currency', description: 'Currency of the amounts.', value: ({ currency }) => currency },
  { name: 'subsidiary', description: 'Subsidiary.', value: ({ subsidiary }) => subsidiary },
];

const columns: readonly CsvColumn<Transaction>[] = [
  ...documentColumns,
  { name: 'documentName', description: 'Name of the document.', value: ({ documentName }) => documentName },
  { name: 'createdFrom', description: 'Document that it was created from.', value: ({ createdFrom }) => createdFrom },
  ...addressColumns<Transaction>('shipping', ({ shippingAddress }) => shippingAddress),
  { name: 'totalItemsAmount', description: 'Total of the items.', value: ({ totalItemsAmount }) => totalItemsAmount },
  { name: 'totalDiscount', description: 'All discounts.', value: ({ totalDiscount }) => totalDiscount },
  {
    name: 'shippingFee',
    description: 'Shipping fee, after its discount.',
    value: ({ shippingFee }) => shippingFee?.calculatedTotal ?? null,
  },
  { name: 'taxableItemsAmount', description: 'Total of the taxed items.', value: (row) => row.taxableItemsAmount },
  { name: 'taxAmount', description: 'Tax.', value: ({ salesTax }) => salesTax.amount },
  { name: 'taxRate', description: 'Tax rate of the place, a fraction.', value: ({ salesTax }) => salesTax.rate },
  { name: 'finalTransactionAmount', description: 'Total with tax.', value: (row) => row.finalTransactionAmount },
  { name: 'reason', description: 'Reason that all lines share, or TAXED.', value: ({ reason }) => reason },
  {
    name: 'rateBookVersion',
    description: 'Version of the rate book.',
    value: ({ rateBookVersion }) => rateBookVersion,
  },
  {
    name: 'calculationNumber',
    description: 'Number of the calculation.',
    value: ({ calculationNumber }) => calculationNumber,
  },
  {
    name: 'createdDate',
    description: 'When it was first stored.',
    value: ({ internalTimestamps }) => internalTimestamps.createdDate.toISOString(),
  },
  {
    name: 'updatedDate',
    description: 'When it was last changed.',
    value: ({ internalTimestamps }) => internalTimestamps.updatedDate.toISOString(),
  },
];

export const transactionCsv = csvForm(columns);
