type Days = { readonly validFrom?: string | null | undefined; readonly validThrough?: string | null | undefined };

type DayField<Row> = {
  readonly type: 'Date';
  readonly nullable: true;
  readonly description: string;
  resolve(row: Row): string | null;
};

type Described<Row> = {
  /** Where a record has its days. */
  daysOf(row: Row): Days;
  readonly validFrom: string;
  readonly validThrough: string;
};

/** The first and the last day on which something is valid. */
export function validityFields<Row, Field>(
  field: (options: DayField<Row>) => Field,
  { daysOf, validFrom, validThrough }: Described<Row>,
): Readonly<Record<string, Field>> {
  const first: DayField<Row> = {
    type: 'Date',
    nullable: true,
    description: validFrom,
    resolve: (row) => daysOf(row).validFrom ?? null,
  };
  const last: DayField<Row> = {
    ...first,
    description: validThrough,
    resolve: (row) => daysOf(row).validThrough ?? null,
  };
  return {
    validFrom: field(first),
    validThrough: field(last),
  };
}
