import type { Comparators, RecordFilter } from '../base/record-filter.ts';

/** Filterable records in memory, whose fields are strings. */
type TextRecord<Fields> = { readonly [Name in keyof Fields]: string | null };

/** Whether a record in memory matches a filter, by the same rules as in the store. */
export function matches<Fields extends object>(
  record: TextRecord<NoInfer<Fields>>,
  filter: RecordFilter<Fields>,
): boolean {
  const { and, or, not, ...fields } = filter;
  const own = Object.entries(fields) as [keyof Fields, Comparators<string | Date> | null | undefined][];
  return (
    own.every(([name, comparators]) => meets(record[name], comparators)) &&
    (and ?? []).every((one) => matches(record, one)) &&
    (or == null || or.some((one) => matches(record, one))) &&
    (not == null || !matches(record, not))
  );
}

/** Whether the text meets all comparisons, if any. Days and instants are strings that sort chronologically. */
export function meets(value: string | null, comparators: Comparators<string | Date> | null | undefined): boolean {
  if (comparators == null) return true;
  const { eq, ne, in: among, notIn, contains, startsWith, isNull } = comparators;
  const text = value?.toLowerCase();
  return (
    (eq == null || value === eq) &&
    (ne == null || value !== ne) &&
    (among == null || (value !== null && among.includes(value))) &&
    (notIn == null || value === null || !notIn.includes(value)) &&
    (contains == null || text?.includes(contains.toLowerCase()) === true) &&
    (startsWith == null || text?.startsWith(startsWith.toLowerCase()) === true) &&
    (isNull == null || isNull === (value === null)) &&
    isWithin(value, comparators)
  );
}

function isWithin(value: string | null, comparators: Comparators<string | Date>): boolean {
  const { gt, gte, lt, lte } = comparators;
  const [after, from, before, to] = [gt, gte, lt, lte].map((at) => (at instanceof Date ? at.toISOString() : at));
  return (
    (after == null || (value !== null && value > after)) &&
    (from == null || (value !== null && value >= from)) &&
    (before == null || (value !== null && value < before)) &&
    (to == null || (value !== null && value <= to))
  );
}
