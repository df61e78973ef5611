import { sumOfTexts } from '../../domain/base/amount.ts';
import { inMinorUnits } from '../../domain/base/currency.ts';
import {
  asCounted,
  reportedOn,
  reportingDay,
  signedAmount,
  withoutTax,
} from '../../domain/transactions/signed-amount.ts';
import { calculatedDocument, type Transaction, transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../../ports/context.ts';
import { loadDetails, type TransactionWithDetails } from '../../usecases/transactions/list-transactions.ts';
import type { CsvColumn, CsvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';

const addressMembers = {
  street: 'Street and house number',
  city: 'City',
  state: 'State or region',
  zip: 'ZIP or postal code',
  country: 'Country',
} as const;

const ofAddress = (Object.keys(addressMembers) as (keyof typeof addressMembers)[]).map(
  (member): CsvColumn<Transaction> => ({
    name: `shipping${member[0]!.toUpperCase()}${member.slice(1)}`,
    description: `${addressMembers[member]}, as submitted.`,
    value: ({ shippingAddress }) => shippingAddress?.[member] ?? null,
  }),
);

const ofKey: readonly CsvColumn<Transaction>[] = [
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

const ofDocument: readonly CsvColumn<Transaction>[] = [
  ...ofKey,
  ...recordColumns(calculatedDocument, { only: ['documentName', 'createdFrom'], at: (one: Transaction) => one }),
  ...ofAddress,
  {
    name: 'shippingFee',
    description: 'Shipping fee, after its discount.',
    value: ({ shippingFee, currency }) => shippingFee && inMinorUnits(currency, shippingFee.calculatedTotal),
  },
  {
    name: 'taxAmount',
    description: 'Tax.',
    value: ({ salesTax, currency }) => inMinorUnits(currency, salesTax.amount),
  },
  {
    name: 'taxRate',
    description:
      'Rate shared by all taxed lines or, if they differ, tax divided by taxable amount; 0 if nothing is taxed. As a fraction.',
    value: ({ salesTax }) => salesTax.rate,
  },
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
  { name: 'reportedOn', description: reportedOn.description, value: reportingDay },
  {
    name: 'signedNetAmount',
    description: `Items and shipping after discounts, without tax and state fees. ${asCounted}`,
    value: (one) => signedAmount(netAmountOf(one), one),
  },
  {
    name: 'signedTaxAmount',
    description: `Tax. ${asCounted}`,
    value: (one) => signedAmount(one.salesTax.amount, one),
  },
  {
    name: 'signedFinalTransactionAmount',
    description: `Amount payable by the buyer. ${asCounted}`,
    value: (one) => signedAmount(one.finalTransactionAmount, one),
  },
  ...recordColumns(calculatedDocument, {
    only: ['collectedBy', 'collectedTaxAmount', 'marketplace'],
    at: (one: Transaction) => one,
  }),
];

export const documentColumns: readonly CsvColumn<TransactionWithDetails>[] = [
  ...ofDocument.map((column) => ({
    ...column,
    value: ({ transaction: one }: TransactionWithDetails) => column.value(one),
  })),
  { name: 'customerName', description: 'Current name of the customer.', value: ({ customer }) => customer.name },
  {
    name: 'customerExternalId',
    description: 'Id of the customer in your system.',
    value: ({ customer }) => customer.externalId,
  },
];

/** The customers of a page are read in one batch. */
export function transactionCsv(ctx: Context): CsvForm<Transaction> {
  return {
    columns: documentColumns,
    async *cellsOf(transactions) {
      for (const one of await loadDetails(ctx, transactions)) yield documentColumns.map((column) => column.value(one));
    },
  };
}

function netAmountOf({ items, shippingFee, isTaxInclusive }: Transaction) {
  const lines = shippingFee ? [...items, shippingFee] : items;
  return sumOfTexts(lines.map((line) => withoutTax(line.calculatedTotal, line.taxAmount, isTaxInclusive)));
}
