import { calculatedDocument, type Transaction, transaction } from '../../domain/transactions/transaction.ts';
import { addressColumns } from '../http/address-columns.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';

const documentColumns: readonly CsvColumn<Transaction>[] = [
  ...recordColumns(transaction, {
    only: [
      'serviceId',
      'source',
      'externalId',
      'transactionType',
      'transactionStatus',
      'transactionFilingStatus',
      'customerId',
    ],
    at: (one: Transaction) => one,
  }),
  ...recordColumns(calculatedDocument, { only: ['taxDate', 'currency', 'subsidiary'], at: (one: Transaction) => one }),
];

export const transactionCsv = csvForm<Transaction>([
  ...documentColumns,
  ...recordColumns(calculatedDocument, { only: ['documentName', 'createdFrom'], at: (one: Transaction) => one }),
  ...addressColumns<Transaction>('shipping', ({ shippingAddress }) => shippingAddress),
  {
    name: 'shippingFee',
    description: 'Shipping fee, after its discount.',
    value: ({ shippingFee }) => shippingFee?.calculatedTotal ?? null,
  },
  { name: 'taxAmount', description: 'Tax.', value: ({ salesTax }) => salesTax.amount },
  { name: 'taxRate', description: 'Tax rate of the place, a fraction.', value: ({ salesTax }) => salesTax.rate },
  ...recordColumns(calculatedDocument, {
    only: [
      'totalItemsAmount',
      'totalDiscount',
      'taxableItemsAmount',
      'finalTransactionAmount',
      'reason',
      'rateBookVersion',
    ],
    at: (one: Transaction) => one,
  }),
  ...recordColumns(transaction, {
    only: ['calculationNumber', 'internalTimestamps'],
    flat: ['internalTimestamps'],
    at: (one: Transaction) => one,
  }),
]);
