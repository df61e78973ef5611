import type { Comparators } from '../../domain/base/record-filter.ts';
import type { TransactionFilter, transactionList } from '../../domain/transactions/transaction-list.ts';
import { isFoundByStart, searchesText } from '../sql/filter-sql.ts';
import { alikeFields } from './count-alike.ts';

type Field = keyof typeof transactionList.fields;

/**
 * The columns in `transactions_by_creation_idx` and `transactions_by_tax_date_idx`. Documents that do not match are
 * skipped without being read.
 */
const skimmed: readonly Field[] = ['serviceId', 'createdAt', 'taxDate', ...alikeFields, 'externalId'];
/**
 * The columns in `transactions_external_id_start_idx`. With the longest possible subsidiary, an entry would be too
 * long.
 */
const skimmedByStart: readonly Field[] = skimmed.filter((field) => field !== 'subsidiary');
/** Fields whose values each match few documents, found through an index. */
const telling: readonly Field[] = ['serviceId', 'customerId', 'externalId', 'createdFrom'];
/** Fields whose ranges are found through an index. The fields are also in `transactions_by_tax_date_idx`. */
const ranged: readonly Field[] = ['updatedAt', 'finalTransactionAmount', 'taxAmount'];

/** Whether an index serves the filter, so that a page does not read documents individually. */
export function isIndexed(filter: TransactionFilter): boolean {
  if (filter.counted || filter.changedSince) return false;
  return isTelling(filter) || (isMadeOf({ ...filter, ...withoutRanges(filter) }, skimmed) && !searchesText(filter));
}

/** Whether the number of documents is known without counting them. */
export function isKeptCount(filter: TransactionFilter): boolean {
  return !filter.counted && !filter.changedSince && isMadeOf(filter, alikeFields);
}

/** Whether the wide indexes are sufficient to determine the matching documents. */
export function isSkimmed(filter: TransactionFilter): boolean {
  return !filter.counted && !filter.changedSince && isMadeOf(filter, skimmed);
}

/** Whether `transactions_by_tax_date_idx` is sufficient to determine the matching documents of a day. */
export function isSkimmedByDay(filter: TransactionFilter): boolean {
  return !filter.counted && !filter.changedSince && isMadeOf(filter, [...skimmed, ...ranged]);
}

/**
 * Whether the filter has an external id prefix, and the index on external ids is sufficient to determine the matching
 * documents.
 */
export function isSkimmedByStart(filter: TransactionFilter): boolean {
  return (
    hasStart(filter) &&
    !filter.counted &&
    !filter.changedSince &&
    isMadeOf(filter, skimmedByStart) &&
    !isTelling(filter)
  );
}

/** Whether the filter selects documents of one customer, in a period or of all time. */
export function isOfCustomer({ customerId, taxDate: _, ...others }: TransactionFilter): boolean {
  return customerId?.eq != null && !others.counted && !others.changedSince && isMadeOf(others, []);
}

/**
 * Whether the filter has a value that few documents share and that an index finds: an id, or a value other than the most
 * common one, such as `CANCELLED`, which has a partial index. The planner then finds the page without further help.
 */
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

/** Ignores empty comparators: GraphQL and REST pass all comparators of a field, most of them empty. */
function isEmpty(comparators: unknown): boolean {
  return Object.values(comparators ?? {}).every((value) => value == null);
}
