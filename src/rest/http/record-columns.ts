import { currencyMembers, inMinorUnits } from '../../domain/base/currency.ts';
import { type Declaration, describe, type Field, fieldsIn, type RecordOf, readerOf } from '../../domain/base/record.ts';
import type { Cell } from '../../files/csv/csv-text.ts';
import type { CsvColumn } from './list-format.ts';

type Choice<Of extends Declaration, Line> = {
  readonly only?: readonly (keyof Of['fields'] & string)[];
  /** Fields without a column, or individual columns of a part, such as `jurisdictionFips`. */
  readonly without?: readonly string[];
  /** Parts whose columns have no prefix, such as `internalTimestamps`. */
  readonly flat?: readonly (keyof Of['fields'] & string)[];
  /** Finds the record in a line, unless the line is the record itself. */
  readonly at?: (line: Line) => RecordOf<Of> | null | undefined;
};

/**
 * The CSV columns of a declared record. Parts have their own columns, such as `jurisdictionName`; lists have no
 * columns.
 */
export function recordColumns<Of extends Declaration, Line = RecordOf<Of>>(
  of: Of,
  { only, without = [], flat = [], at }: Choice<Of, Line> = {},
): CsvColumn<Line>[] {
  const names = (only ?? fieldsIn('REST', of).map(([name]) => name)).filter((name) => !without.includes(name));
  const find = (at ?? ((line) => line)) as (line: unknown) => object | null | undefined;
  const currencyOf = currencyIn(of, { find });
  return names
    .flatMap((name) => columnsOfField(name, of.fields[name]!, { find, currencyOf, isFlat: flat.includes(name) }))
    .filter(({ name }) => !without.includes(name)) as CsvColumn<Line>[];
}

type CurrencyOf = (line: unknown) => string | null;
type Place = {
  readonly find: (line: unknown) => object | null | undefined;
  /** The currency of the enclosing record. */
  readonly currencyOf?: CurrencyOf | undefined;
  readonly isFlat?: boolean;
};

/** The currency of the amounts in a record: its own, or the one of the enclosing record. */
function currencyIn(of: Declaration, { find, currencyOf }: Place): CurrencyOf | undefined {
  const member = currencyMembers.find((name) => of.fields[name]);
  const read = (of.currencyOf ?? (member && readerOf(member, of.fields[member]!))) as CurrencyOf | undefined;
  if (!read) return currencyOf;
  return (line) => {
    const row = find(line);
    return row ? (read(row) ?? null) : null;
  };
}

function columnsOfField(name: string, field: Field, place: Place): CsvColumn<unknown>[] {
  const { find, currencyOf, isFlat = false } = place;
  const read = readerOf(name, field);
  const value = (line: unknown) => {
    const row = find(line);
    return row ? read(row) : null;
  };
  const column = field.nameInRest ?? name;
  if (field.kind === 'list') return [];
  if (field.kind !== 'part') {
    const cell = (line: unknown) => {
      const currency = field.kind === 'amount' ? currencyOf?.(line) : null;
      const read = cellOf(value(line));
      return currency && typeof read === 'string' ? inMinorUnits(currency, read) : read;
    };
    return [{ name: column, description: describe(field, 'empty'), value: cell }];
  }
  const part = (line: unknown) => value(line) as object | null | undefined;
  const within = { find: part, currencyOf: currencyIn(field.of, { find: part, currencyOf }) };
  return fieldsIn('REST', field.of)
    .flatMap(([inner, one]) => columnsOfField(inner, one, within))
    .map((one) => (isFlat ? one : { ...one, name: joined(column, one.name) }));
}

/** Turns `name` into `jurisdictionName`, but does not turn `jurisdictionId` into `jurisdictionJurisdictionId`. */
function joined(part: string, name: string): string {
  return name.startsWith(part) ? name : `${part}${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function cellOf(value: unknown): Cell {
  if (value === undefined) return null;
  return value instanceof Date ? value.toISOString() : (value as Cell);
}
