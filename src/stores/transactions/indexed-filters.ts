import type { Comparators } from '../../domain/base/record-filter.ts';
import type { TransactionFilter, transactionList } from '../../domain/transactions/transaction-list.ts';
import { isFoundByStart, searchesText } from '../sql/filter-sql.ts';

type Field = keyof typeof transactionList.fields;

/** What documents are counted by as they are written: `alikeColumns`. */
const alike: readonly Field[] = [
  'transactionType',
  'transactionStatus',
  'transactionFilingStatus',
  'customerType',
  'country',
  'state',
  'currency',
  'source',
  'isOverridden',
  'subsidiary',
];
/** What `transactions_by_creation_idx` and `transactions_by_tax_date_idx` have of a document: other documents are skipped unread. */
const skimmed: readonly Field[] = ['serviceId', 'createdAt', 'taxDate', ...alike, 'externalId'];
/** What `transactions_external_id_start_idx` has: with the longest subsidiary, too, an entry would be too long. */
const skimmedByStart: readonly Field[] = skimmed.filter((field) => field !== 'subsidiary');
/** Fields whose values each have few documents, found through an index. */
const telling: readonly Field[] = ['serviceId', 'customerId', 'externalId', 'createdFrom'];
/** Fields whose ranges are found through an index, which `transactions_by_tax_date_idx` has as well. */
const ranged: readonly Field[] = ['updatedAt', 'finalTransactionAmount', 'taxAmount'];

/** Whether the planner has an index for the filter that keeps a page from reading the documents one by one. */
export function isIndexed(filter: TransactionFilter): boolean {
  if (filter.counted || filter.changedSince) return false;
  return isTelling(filter) || (isMadeOf({ ...filter, ...withoutRanges(filter) }, skimmed) && !searchesText(filter));
}

/** Whether the number of documents is known without counting them. */
export function isKeptCount(filter: TransactionFilter): boolean {
  return !filter.counted && !filter.changedSince && isMadeOf(filter, alike);
}

/** Whether the wide indexes alone tell which documents match. */
export function isSkimmed(filter: TransactionFilter): boolean {
  return !filter.counted && !filter.changedSince && isMadeOf(filter, skimmed);
}

/** Whether `transactions_by_tax_date_idx` alone tells which documents of a day match. */
export function isSkimmedByDay(filter: TransactionFilter): boolean {
  return !filter.counted && !filter.changedSince && isMadeOf(filter, [...skimmed, ...ranged]);
}

/** Whether the start of an external id bounds the documents, and the index of these starts alone tells which of them match. */
export function isSkimmedByStart(filter: TransactionFilter): boolean {
  return (
    hasStart(filter) &&
    !filter.counted &&
    !filter.changedSince &&
    isMadeOf(filter, skimmedByStart) &&
    !isTelling(filter)
  );
}

/** Whether documents of one customer are asked for, of a period or of all. */
export function isOfCustomer({ customerId, taxDate: _, ...others }: TransactionFilter): boolean {
  return customerId?.eq != null && !others.counted && !others.changedSince && isMadeOf(others, []);
}

/** Whether an index has just the documents with one of the values, which the planner then prefers if they are few. */
export function hasRareValue(filter: TransactionFilter): boolean {
  const { transactionStatus, transactionType, customerType, isOverridden, subsidiary, and } = filter;
  return (
    isTelling(filter) ||
    transactionStatus?.eq === 'CANCELLED' ||
    isOtherThan('INVOICE', transactionType) ||
    isOtherThan('RETAIL', customerType) ||
    isOverridden?.eq === true ||
    subsidiary?.eq != null ||
    (and ?? []).some(hasRareValue)
  );
}

function isOtherThan<Value>(usual: Value, comparators: Comparators<Value> | null | undefined): boolean {
  const values = comparators?.eq == null ? comparators?.in : [comparators.eq];
  return values != null && !values.includes(usual);
}

function isTelling(filter: TransactionFilter): boolean {
  const tells = (field: Field) => filter[field]?.eq != null || filter[field]?.in != null;
  return telling.some(tells) || (filter.and ?? []).some(isTelling);
}

function hasStart({ externalId, and }: TransactionFilter): boolean {
  return (externalId?.startsWith != null && isFoundByStart(externalId.startsWith)) || (and ?? []).some(hasStart);
}

function withoutRanges(filter: TransactionFilter): Partial<Record<Field, null>> {
  const isRange = (field: Field) =>
    Object.entries(filter[field] ?? {}).every(([name, value]) => value == null || /^[gl]te?$/.test(name));
  return Object.fromEntries(ranged.filter(isRange).map((field) => [field, null]));
}

function isMadeOf(
  { and, or, not, counted: _, changedSince: _since, ...fields }: TransactionFilter,
  known: readonly Field[],
): boolean {
  const parts = [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])];
  const isKnown = ([name, comparators]: readonly [string, unknown]) =>
    isEmpty(comparators) || known.some((one) => one === name);
  return Object.entries(fields).every(isKnown) && parts.every((part) => isMadeOf(part, known));
}

/** Doors send all comparators of a field, most of them empty. */
function isEmpty(comparators: unknown): boolean {
  return Object.values(comparators ?? {}).every((value) => value == null);
}
