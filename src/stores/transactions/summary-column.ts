import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import {
  type ListedTransaction,
  listedItemMembers,
  listedMembers,
} from '../../domain/transactions/transaction-summary.ts';

type Item = ListedTransaction['items'][number];
type Listed = Pick<ListedTransaction, (typeof listedMembers)[number] | 'items'>;

/**
 * The column: values of `listedMembers` and, for each item, of `listedItemMembers`. Member names are omitted: they
 * would take up half the column.
 */
export type SummaryColumn = readonly [document: readonly unknown[], items: readonly (readonly unknown[])[]];

/**
 * The fields of a document shown in lists, in a quarter of its length. A trigger clears the column when a statement
 * writes only the document.
 */
export function summaryColumn(document: TransactionDocument): string {
  const column: SummaryColumn = [
    listedMembers.map((name) => document[name]),
    document.items.map((item) => listedItemMembers.map((name) => item[name])),
  ];
  return JSON.stringify(column);
}

/** The searchable notice codes and reasons of a document, as in the SQL function `document_labels`. */
export function labelsColumn({ notices, items, shippingFee }: TransactionDocument): string {
  const lines = shippingFee ? [...items, shippingFee] : items;
  const labels = [...notices.map(({ code }) => `N${code}`), ...lines.map(({ reason }) => `R${reason}`)];
  return [...new Set(labels)].sort().join(' ');
}

/**
 * Reads the members by their position in the lists of names. Written without a loop, because a loop would take far
 * longer.
 */
export function readSummaryColumn([document, items]: SummaryColumn): Listed {
  return {
    taxDate: document[0] as Listed['taxDate'],
    currency: document[1] as Listed['currency'],
    createdFrom: document[2] as Listed['createdFrom'],
    finalTransactionAmount: document[3] as Listed['finalTransactionAmount'],
    documentName: document[4] as Listed['documentName'],
    isTaxInclusive: document[5] as Listed['isTaxInclusive'],
    externalTimestamps: document[6] as Listed['externalTimestamps'],
    subsidiary: document[7] as Listed['subsidiary'],
    reason: document[8] as Listed['reason'],
    taxableItemsAmount: document[9] as Listed['taxableItemsAmount'],
    tangibleItemsAmount: document[10] as Listed['tangibleItemsAmount'],
    totalItemsAmount: document[11] as Listed['totalItemsAmount'],
    totalDiscount: document[12] as Listed['totalDiscount'],
    transactionLevelDiscount: document[13] as Listed['transactionLevelDiscount'],
    salesTax: document[14] as Listed['salesTax'],
    items: items.map(readItem),
  };
}

function readItem(values: readonly unknown[]): Item {
  return {
    name: values[0] as Item['name'],
    description: values[1] as Item['description'],
    taxCode: values[2] as Item['taxCode'],
    unitPrice: values[3] as Item['unitPrice'],
    quantity: values[4] as Item['quantity'],
    discount: values[5] as Item['discount'],
    totalPrice: values[6] as Item['totalPrice'],
    calculatedTotal: values[7] as Item['calculatedTotal'],
    taxAmount: values[8] as Item['taxAmount'],
    taxRate: values[9] as Item['taxRate'],
    taxableAmount: values[10] as Item['taxableAmount'],
    reason: values[11] as Item['reason'],
    taxableCategory: values[12] as Item['taxableCategory'],
    tangibleCategory: values[13] as Item['tangibleCategory'],
  };
}
