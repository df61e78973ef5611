/** The comparisons of a field. All of them must match; null comparisons are ignored. */
export type Comparators<Value> = {
  readonly eq?: Value | null;
  /** Also matches records without a value. */
  readonly ne?: Value | null;
  readonly in?: readonly Value[] | null;
  /** Also matches records without a value. */
  readonly notIn?: readonly Value[] | null;
  readonly gt?: Value | null;
  readonly gte?: Value | null;
  readonly lt?: Value | null;
  readonly lte?: Value | null;
  /** Ignores case, as does `startsWith`. */
  readonly contains?: string | null;
  readonly startsWith?: string | null;
  readonly isNull?: boolean | null;
};

/**
 * A tree of conditions on the fields of a record. All members must match, and an empty tree matches every record. `not`
 * negates the result of a match, so even a record without a value matches either a condition or its negation.
 */
export type RecordFilter<Fields extends object> = {
  readonly [Name in keyof Fields]?: Comparators<Fields[Name]> | null;
} & {
  readonly and?: readonly RecordFilter<Fields>[] | null;
  readonly or?: readonly RecordFilter<Fields>[] | null;
  readonly not?: RecordFilter<Fields> | null;
};

/** A single value is compared with `eq`, for the best use of indexes. */
export function oneOf<Value>(values: readonly Value[] | undefined): Comparators<Value> {
  return values?.length === 1 ? { eq: values[0] } : { in: values };
}
