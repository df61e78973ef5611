import { olderName } from './older-names.ts';

type Days = { readonly fromOn?: string | null | undefined; readonly toOn?: string | null | undefined };

type DayField<Row> = {
  readonly type: 'Date';
  readonly nullable: true;
  readonly description: string;
  readonly deprecationReason?: string;
  resolve(row: Row): string | null;
};

type Described<Row> = {
  /** Where a record has its days. */
  daysOf(row: Row): Days;
  readonly validFrom: string;
  readonly validThrough: string;
  /** The names that these fields had before. */
  readonly older: readonly [validFrom: string, validThrough: string];
};

/** The first and the last day on which something is valid, under their older names too. */
export function validityFields<Row, Field>(
  field: (options: DayField<Row>) => Field,
  { daysOf, validFrom, validThrough, older }: Described<Row>,
): Readonly<Record<string, Field>> {
  const first: DayField<Row> = {
    type: 'Date',
    nullable: true,
    description: validFrom,
    resolve: (row) => daysOf(row).fromOn ?? null,
  };
  const last: DayField<Row> = { ...first, description: validThrough, resolve: (row) => daysOf(row).toOn ?? null };
  return {
    validFrom: field(first),
    validThrough: field(last),
    [older[0]]: field({ ...first, deprecationReason: olderName('validFrom') }),
    [older[1]]: field({ ...last, deprecationReason: olderName('validThrough') }),
  };
}
