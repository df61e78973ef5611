import type { Comparators, RecordFilter } from '../base/record-filter.ts';

/** Records in memory that a filter is applied to; its fields hold text. */
type TextRecord<Name extends string> = { readonly [Field in Name]: string | null };

/** Whether a record in memory meets a filter, by the rules of the store. */
export function matches<Name extends string>(
  record: TextRecord<NoInfer<Name>>,
  filter: RecordFilter<Record<Name, string>>,
): boolean {
  const { and, or, not, ...fields } = filter;
  const own = Object.entries(fields) as [Name, Comparators<string> | null | undefined][];
  return (
    own.every(([name, comparators]) => meets(record[name], comparators)) &&
    (and ?? []).every((one) => matches(record, one)) &&
    (or == null || or.some((one) => matches(record, one))) &&
    (not == null || !matches(record, not))
  );
}

/** Whether a text meets all comparisons; without any, it does. Days are texts that compare in their order. */
export function meets(value: string | null, comparators: Comparators<string> | null | undefined): boolean {
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

function isWithin(value: string | null, { gt, gte, lt, lte }: Comparators<string>): boolean {
  return (
    (gt == null || (value !== null && value > gt)) &&
    (gte == null || (value !== null && value >= gte)) &&
    (lt == null || (value !== null && value < lt)) &&
    (lte == null || (value !== null && value <= lte))
  );
}
