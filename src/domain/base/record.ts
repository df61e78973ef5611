import type { DecimalText } from './amount.ts';

/*
 * The declaration of a record. Its type, the JSON and OpenAPI schema of REST, the plain fields of its GraphQL type, its
 * default selection and its CSV columns derive from the declaration. Relations, scopes and cost are added by hand in
 * REST and GraphQL.
 */

/** The kinds of values, with their types in the domain. */
type Values = {
  text: string;
  flag: boolean;
  count: number;
  /** Money. */
  amount: DecimalText;
  /** A fraction, such as the tax rate 0.065. */
  fraction: DecimalText;
  /** Any other exact decimal, such as a quantity. */
  decimal: DecimalText;
  /** `2026-07-01`. */
  day: string;
  instant: Date;
  uuid: string;
  country: string;
  currency: string;
  /** Any JSON value. */
  json: unknown;
};

type Words = {
  readonly description: string;
  readonly examples?: readonly string[];
  /** The current values of a text field; later releases may add values. */
  readonly known?: readonly string[];
  /** The current values of a text field, with the meaning of each value. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** A sentence about the unit or the sign of an amount, such as `In the reporting currency.` */
  readonly unit?: string;
  /** The name in REST, where the API requires a different one. */
  readonly nameInRest?: string;
  /** Whether REST includes the member as null if it has no value, as the API requires. */
  readonly isNullInRest?: true;
  /** The only API that has the field, REST or GraphQL. For example, REST has a path where GraphQL has a relation. */
  readonly only?: 'REST' | 'GRAPHQL';
};
type More = Omit<Words, 'description'>;

type Plain<Kind extends keyof Values> = Words & { readonly kind: Kind };
type Choice<Value extends string> = Words & { readonly kind: 'choice'; readonly of: Enumeration<Value> };
type Part<Of extends Declaration> = Words & { readonly kind: 'part'; readonly of: Of };
type List<Item extends Declaration | Field> = Words & {
  readonly kind: 'list';
  readonly item: Item;
  readonly usualLength: number;
};
/** `none` is the condition under which the value is missing, such as `if not set`. */
type Optional = { readonly isOptional: true; readonly none: string };
/** A field that the record omits instead of setting it to null. */
type Absent = Optional & { readonly isAbsent: true };
/** Computed from the record; not a member of it. */
type Derived<Row> = { readonly read: (row: Row) => unknown };

export type Field = Partial<Absent> &
  Partial<Derived<never>> &
  (
    | { [Kind in keyof Values]: Plain<Kind> }[keyof Values]
    | Choice<string>
    | (Words & { readonly kind: 'part'; readonly of: Declaration })
    | (Words & { readonly kind: 'list'; readonly item: Declaration | Field; readonly usualLength: number })
  );

type Fields = Readonly<Record<string, Field>>;

export type Declaration<Of extends Fields = Fields> = {
  readonly name: string;
  readonly description: string;
  readonly fields: Of;
  /** The currency of the amounts, if no member of the record or its parents specifies it. */
  readonly currencyOf?: ((row: never) => string) | undefined;
};

/** The values of a choice, each with its meaning. */
export type Enumeration<Value extends string = string> = {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<Value, string>>;
  /** Whether the list of values is final, as for states. */
  readonly isClosed: boolean;
};
export type EnumerationValue<Of extends Enumeration> = keyof Of['values'] & string;

type ValueOf<Of> = Of extends { readonly isOptional: true } ? RequiredValueOf<Of> | null : RequiredValueOf<Of>;
type RequiredValueOf<Of> = Of extends { readonly kind: 'list'; readonly item: infer Item }
  ? readonly ItemOf<Item>[]
  : Of extends { readonly kind: 'part'; readonly of: infer Inner extends Declaration }
    ? RecordOf<Inner>
    : Of extends { readonly kind: 'choice'; readonly of: Enumeration<infer Value> }
      ? Value
      : Of extends { readonly kind: infer Kind extends keyof Values }
        ? Values[Kind]
        : never;
type ItemOf<Item> = Item extends Declaration ? RecordOf<Item> : ValueOf<Item>;

/** The type of a declared record: its fields, and the sources of its derived fields. */
export type RecordOf<Of extends Declaration> = Stored<Of['fields']> & ReadFrom<Of['fields']>;

type Stored<Of> = {
  readonly [Name in keyof Of as Of[Name] extends { readonly read: unknown } | Absent ? never : Name]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends Absent ? Name : never]?: RequiredValueOf<Of[Name]> | undefined;
};
type ReadFrom<Of> = {
  [Name in keyof Of]: Of[Name] extends Derived<infer Row> ? (row: Row) => void : never;
}[keyof Of] extends (row: infer All) => void
  ? All
  : unknown;

export const record = <const Of extends Fields>(
  name: string,
  description: string,
  fields: Of,
  currencyOf?: (row: never) => string,
): Declaration<Of> => ({
  name,
  description,
  fields,
  currencyOf,
});

export const enumeration = <const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): Enumeration<Value> => ({ name, description, values, isClosed: false });

/** The states of a record. */
export const states = <const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): Enumeration<Value> => ({ name, description, values, isClosed: true });

/** The values of an enumeration, for input schemas. */
export const namesOf = <Value extends string>({ values }: Enumeration<Value>) =>
  Object.keys(values) as unknown as readonly [Value, ...Value[]];

/** A description, or the input field whose description it shares. */
type Described = string | { readonly description?: string | undefined };

/**
 * Drops `Default: …` and `Required …` from the description of an input field, because they do not apply to a response.
 */
const said = (words: Described) => (typeof words === 'string' ? words : ofAnswer(words.description ?? ''));

export const ofAnswer = (description: string) =>
  description.replace(/ (?:Default(?: with [\w ]+)?:|Required\b)(?:[^.]|\.(?=\S))*\./g, '');

const plain =
  <Kind extends keyof Values>(kind: Kind) =>
  (words: Described, more: More = {}): Plain<Kind> => ({ kind, description: said(words), ...more });

/** The kinds of fields of a record. */
export const field = {
  text: plain('text'),
  flag: plain('flag'),
  count: plain('count'),
  amount: plain('amount'),
  fraction: plain('fraction'),
  decimal: plain('decimal'),
  day: plain('day'),
  instant: plain('instant'),
  uuid: plain('uuid'),
  country: plain('country'),
  currency: plain('currency'),
  json: plain('json'),

  choice: <Value extends string>(of: Enumeration<Value>, words: Described, more: More = {}): Choice<Value> => ({
    kind: 'choice',
    of,
    description: said(words),
    ...more,
  }),

  part: <Of extends Declaration>(of: Of, words: Described, more: More = {}): Part<Of> => ({
    kind: 'part',
    of,
    description: said(words),
    ...more,
  }),

  /** `usualLength` is the number of items that a GraphQL query is charged for. */
  list: <Item extends Declaration | Field>(
    item: Item,
    usualLength: number,
    words: Described,
    more: More = {},
  ): List<Item> => ({
    kind: 'list',
    item,
    usualLength,
    description: said(words),
    ...more,
  }),

  /** A field that can be null. `none` completes its description, as in `null if not set`. */
  optional: <Of extends Field>(of: Of, none = 'if not set'): Of & Optional => ({ ...of, isOptional: true, none }),

  /** An optional field that the record omits instead of setting it to null. */
  absent: <Of extends Field>(of: Of, none = 'if not set') => ({
    ...of,
    isOptional: true as const,
    isAbsent: true as const,
    none,
  }),

  /** A field that is computed from the record. The record's type gains the members that `read` needs. */
  derived: <Of extends Field, Row>(of: Of, read: (row: Row) => ValueOf<Of>): Of & Derived<Row> => ({ ...of, read }),
};

export const isDeclaration = (of: Declaration | Field): of is Declaration => 'fields' in of;

/** The description of a member, with `noValue` as the word for a missing value. */
export function describe({ description, unit, isOptional, none }: Field, noValue: 'absent' | 'null' | 'empty'): string {
  // The first sentence names the value; later sentences explain it.
  const words = isOptional ? description.replace(/\.(?=\s[A-Z`]|$)/, `; ${noValue} ${none}.`) : description;
  return unit === undefined ? words : withUnit(words, unit);
}

/** Joins a unit, such as `In the reporting currency.`, to a description of one simple sentence. */
export function withUnit(words: string, unit: string): string {
  return /^[^.,:;]+\.$/.test(words) && unit.startsWith('In ')
    ? `${words.slice(0, -1)}, in ${unit.slice(3)}`
    : `${words} ${unit}`;
}

export function fieldsIn(door: 'REST' | 'GRAPHQL', { fields }: Declaration): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, { only = door }]) => only === door);
}

/** Reads a member of a record. */
export function readerOf(name: string, { read }: Field): (row: object) => unknown {
  if (read) return read as (row: object) => unknown;
  return (row) => (row as Readonly<Record<string, unknown>>)[name];
}
