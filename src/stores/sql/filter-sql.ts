import type { Comparators, RecordFilter } from '../../domain/base/record-filter.ts';
import type { Planning } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import type { Column, Columns } from './filter-columns.ts';
import { isUuid } from './tenant-scope.ts';

type Value = string | Date | boolean;

/** The conditions of a filter, all of which must be met. Every value is sent as a parameter. */
export function conditionsOf<Fields extends object>(
  columns: Columns<Fields>,
  { and, or, not, ...fields }: RecordFilter<Fields>,
): Prisma.Sql[] {
  const own = Object.entries(fields).flatMap(([name, comparators]) =>
    comparators ? comparisons(columnOf(columns, name), comparators) : [],
  );
  return [
    ...own,
    ...(and ?? []).flatMap((filter) => conditionsOf(columns, filter)),
    ...(or ? [anyOf(or.map((filter) => allOf(conditionsOf(columns, filter))))] : []),
    ...(not ? [Prisma.sql`${allOf(conditionsOf(columns, not))} IS NOT TRUE`] : []),
  ];
}

/** Only statements without a filter are prepared: the best plan depends on the value, and each filter has its own text. */
export function planningOf(conditions: readonly Prisma.Sql[]): Planning {
  return conditions.length === 0 ? 'FOR_ANY_VALUES' : 'FOR_ITS_VALUES';
}

/** Whether a filter searches for a prefix or substring. Most tables have no index for such a search. */
export function searchesText<Fields extends object>({ and, or, not, ...fields }: RecordFilter<Fields>): boolean {
  const parts: readonly RecordFilter<Fields>[] = [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])];
  const searches = (given: unknown) => {
    const { contains, startsWith } = (given ?? {}) as Comparators<Value>;
    return contains != null || startsWith != null;
  };
  return Object.values(fields).some(searches) || parts.some(searchesText);
}

function columnOf(columns: object, name: string): Column {
  const column: Column | undefined = Object.hasOwn(columns, name) ? Reflect.get(columns, name) : undefined;
  if (!column) throw new Error(`No column for the filter field ${name}.`);
  return column;
}

function allOf(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join([...conditions], ' AND ')})`;
}

function anyOf(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join([...conditions], ' OR ')})`;
}

function comparisons(column: Column, comparators: Comparators<Value>): Prisma.Sql[] {
  const { sql, type } = column;
  const { eq, ne, in: among, notIn, gt, gte, lt, lte, contains, startsWith, isNull } = comparators;
  const value = (given: Value) => Prisma.sql`${textOf(given)}::${type}`;
  return [
    ...(eq == null ? [] : [equal(column, eq)]),
    ...(ne == null ? [] : [Prisma.sql`${equal(column, ne)} IS NOT TRUE`]),
    ...(among == null ? [] : [oneOf(column, among)]),
    ...(notIn == null ? [] : [Prisma.sql`(${oneOf(column, notIn)}) IS NOT TRUE`]),
    ...(gt == null ? [] : [Prisma.sql`${sql} > ${value(gt)}`]),
    ...(gte == null ? [] : [Prisma.sql`${sql} >= ${value(gte)}`]),
    ...(lt == null ? [] : [Prisma.sql`${sql} < ${value(lt)}`]),
    ...(lte == null ? [] : [Prisma.sql`${sql} <= ${value(lte)}`]),
    ...(contains == null ? [] : [matching(column, contains, 'PART')]),
    ...(startsWith == null ? [] : starting(column, startsWith)),
    ...(isNull == null ? [] : [isAbsent(column, isNull)]),
  ];
}

const asSent = (value: Prisma.Sql) => value;

/** PostgreSQL refuses to compare a uuid with other text, so a text that is not a UUID matches no record. */
function equal(column: Column, value: Value): Prisma.Sql {
  if (column.among) return column.among([textOf(value)]);
  if (column.isUuid && !isUuid(textOf(value))) return Prisma.sql`FALSE`;
  if (column.isCondition && value === true) return column.sql;
  if (column.isCondition === 'EXISTS') return Prisma.sql`NOT ${column.sql}`;
  if (column.isCondition) return Prisma.sql`${column.sql} IS NOT TRUE`;
  const { folded = asSent } = column;
  return foundByStart(column, Prisma.sql`${column.sql} = ${folded(Prisma.sql`${textOf(value)}::${column.type}`)}`, [
    value,
  ]);
}

function oneOf(column: Column, values: readonly Value[]): Prisma.Sql {
  const texts = values.map(textOf);
  if (column.among) return column.among(texts);
  if (column.folded) return anyOf(texts.map((text) => equal(column, text)));
  const known = column.isUuid ? texts.filter(isUuid) : texts;
  return foundByStart(column, Prisma.sql`${column.sql} = ANY(${known}::${column.type}[])`, values);
}

/** Combines equality with a condition for the index, in which only ASCII letters are lowercased. */
function foundByStart(
  { start, isFoundByStart: isWhole }: Column,
  isEqual: Prisma.Sql,
  values: readonly Value[],
): Prisma.Sql {
  if (!start || !isWhole) return Prisma.sql`(${isEqual})`;
  const lowered = values.map((value) => textOf(value).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()));
  const isAmong = lowered.length === 1 ? Prisma.sql`= ${lowered[0]}` : Prisma.sql`= ANY(${lowered}::text[])`;
  return Prisma.sql`(${isEqual} AND ${start} ${isAmong})`;
}

const asciiStart = /^[\x20-\x7d]+/;

/**
 * Whether a prefix index narrows the search for this text. The text must start with ASCII characters, because the index
 * lowercases only ASCII letters.
 */
export function isFoundByStart(text: string): boolean {
  return asciiStart.test(text);
}

/**
 * In a prefix index, all strings with the same prefix form one range. If only the first characters are ASCII, the range
 * is too wide, so the whole text is compared as well.
 */
function starting(column: Column, text: string): Prisma.Sql[] {
  const isInAnyCase = matching(column, text, 'START');
  const [ascii] = asciiStart.exec(text) ?? [];
  if (!column.start || ascii === undefined) return [isInAnyCase];
  const from = ascii.toLowerCase();
  const to = from.slice(0, -1) + String.fromCharCode(from.charCodeAt(from.length - 1) + 1);
  const range = [Prisma.sql`${column.start} >= ${from}`, Prisma.sql`${column.start} < ${to}`];
  return ascii === text ? range : [...range, isInAnyCase];
}

/** ASCII text is compared in lower case, four times faster than a pattern. */
function matching({ sql, start }: Column, text: string, where: 'PART' | 'START'): Prisma.Sql {
  const isStart = where === 'START';
  if (!/^[\x20-\x7e]*$/.test(text)) return Prisma.sql`${sql} ~ ${(isStart ? '^' : '') + patternOf(text)}`;
  const lowered = `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.sql`${start ?? Prisma.sql`lower(${sql} COLLATE "C")`} LIKE ${isStart ? lowered : `%${lowered}`}`;
}

/** A pattern that spells out both cases of each letter, because `lower` and `ILIKE` depend on the database's locale. */
function patternOf(text: string): string {
  return [...text]
    .map((character) => {
      const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
      const letters = cases.filter((one) => [...one].length === 1);
      return letters.length > 1 ? `[${letters.join('')}]` : character.replace(/[!-/:-@[-`{-~]/, '\\$&');
    })
    .join('');
}

function isAbsent({ sql, isEmptyForNull }: Column, isNull: boolean): Prisma.Sql {
  if (isEmptyForNull) return isNull ? Prisma.sql`${sql} = ''` : Prisma.sql`${sql} <> ''`;
  return isNull ? Prisma.sql`${sql} IS NULL` : Prisma.sql`${sql} IS NOT NULL`;
}

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
