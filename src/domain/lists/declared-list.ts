import type { z } from 'zod';
import type { Scope } from '../account/scope.ts';
import type { Declaration, Enumeration } from '../base/record.ts';
import { type Comparators, oneOf, type RecordFilter } from '../base/record-filter.ts';
import type { OrderField } from './cursor.ts';

/*
 * A list, declared once: its filters with their descriptions, and its scope. The filter type, the GraphQL input, the
 * REST parameters, the equivalent GraphQL query with its variables, and the store columns derive from the declaration.
 */

/** The kinds of fields, with the types of their values in filters. */
type Values = {
  text: string;
  uuid: string;
  country: string;
  state: string;
  currency: string;
  amount: string;
  /** `2026-07-01`. */
  day: string;
  instant: Date;
  flag: boolean;
};

type Operator = 'eq' | 'in' | 'gte' | 'lt' | 'lte' | 'contains' | 'startsWith';

export type ListField = {
  /** The description in REST and GraphQL. Fields without a description are internal: only use cases filter by them. */
  readonly description?: string;
  /** The REST parameters by name, and their comparisons. A state parameter always takes one or more values. */
  readonly parameters?: Readonly<Record<string, Operator>>;
  /** The defaults of parameters, in words. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The schema or list of accepted values. Default: the schema of the kind. */
  readonly of?: z.ZodType | readonly string[] | Enumeration;
  /** Whether GraphQL takes a value (for a choice, a list of values) instead of conditions. Flags always do. */
  readonly isValue?: true;
} & (
  | { readonly kind: keyof Values; readonly of?: z.ZodType | readonly string[] }
  | { readonly kind: 'choice'; readonly of: Enumeration }
);

type ListFields = Readonly<Record<string, ListField>>;

/** The sort fields of a list, in the order used by REST, which has its own names for them: `sort=-updatedDate`. */
export type ListOrders = Readonly<Partial<Record<OrderField, { readonly sort: string; readonly description: string }>>>;

export type DeclaredList = {
  /** Name of the GraphQL field. The REST operation adds the prefix `list`. */
  readonly name: string;
  /** The record in the list. */
  readonly of: Declaration;
  /** The name of the list's filter in GraphQL. Default: the name of the record followed by `Filter`. */
  readonly filterName?: string;
  /** The plural noun for the list's entries, used in sentences: `refusals`. */
  readonly plural: string;
  readonly scope: Scope;
  readonly description: string;
  /** Fields that the store compares. */
  readonly fields: ListFields;
  /** Fields that a function turns into conditions on stored fields. */
  readonly computed?: ListFields;
  /** The available orders. Default: newest first only. */
  readonly orders?: ListOrders;
  /** Whether filters can be joined by `and`, `or` and `not`. */
  readonly isJoined?: true;
  /** Days for which REST also accepts a `period` instead of `from` and `to`: `the tax dates`. */
  readonly period?: string;
};

export type ValueIn<Field> = Field extends { readonly kind: 'choice'; readonly of: Enumeration<infer Value> }
  ? Value
  : Field extends { readonly kind: infer Kind extends keyof Values }
    ? Values[Kind]
    : never;
type FieldsOf<Fields> = { readonly [Name in keyof Fields]: ValueIn<Fields[Name]> };

export type FilterOf<List extends { readonly fields: ListFields }> = RecordFilter<FieldsOf<List['fields']>>;

/** Conditions on the computed fields of a declared list. */
export type ComputedOf<List extends { readonly computed?: ListFields }> = Conditions<NonNullable<List['computed']>>;

type Conditions<Fields> = { readonly [Name in keyof Fields]?: Comparators<ValueIn<Fields[Name]>> | null };

export const isValue = ({ kind, isValue: is }: ListField): boolean => kind === 'flag' || is === true;

/** The fields available in REST and GraphQL. */
export function fieldsInDoors({ fields, computed }: DeclaredList): readonly (readonly [string, ListField])[] {
  return Object.entries({ ...computed, ...fields }).filter(([, { description }]) => description !== undefined);
}

/** The fields of every stored record. */
export const storedFields = {
  createdAt: {
    kind: 'instant',
    description: 'When this service stored the record: `internalTimestamps.createdDate`.',
  },
  updatedAt: {
    kind: 'instant',
    description:
      'When this service last changed the record: `internalTimestamps.updatedDate`. A change can become visible shortly after its time. To read only changes, start five minutes before your last read began and expect some records twice.',
    parameters: { updatedSince: 'gte' },
  },
} as const satisfies ListFields;

/** The orders of every list of stored records. */
export const storedOrders = {
  updatedAt: { sort: 'updatedDate', description: 'When this service last changed the record.' },
  createdAt: {
    sort: 'createdDate',
    description:
      'When this service stored the record. Lists are ordered by this time, newest first, unless `orderBy` is given.',
  },
} as const satisfies ListOrders;

/** The fields of every record with a key in the sender's systems. */
export const sentFields = {
  externalCreatedAt: {
    kind: 'instant',
    description: 'The time of `externalTimestamps.createdDate`. A date without a time means midnight UTC.',
  },
  externalUpdatedAt: { kind: 'instant', description: 'The time of `externalTimestamps.updatedDate`.' },
} as const satisfies ListFields;

export const filterNameOf = ({ of, filterName = `${of.name}Filter` }: DeclaredList): string => filterName;

/** The words for a comparison, appended to the description of its field. */
export const comparisonWords = {
  day: {
    eq: 'On this day.',
    gt: 'After this day.',
    gte: 'On this day or later.',
    lt: 'Before this day.',
    lte: 'On this day or earlier.',
  },
  instant: {
    gt: 'After this instant.',
    gte: 'At this instant or later.',
    lt: 'Before this instant.',
    lte: 'At this instant or earlier.',
  },
  text: {
    contains: 'Contains this text. Case is ignored.',
    startsWith: 'Starts with this text. Case is ignored.',
  },
} as const;

/** The conditions in parsed REST parameters. A single state is in `state`, several states are in `states`. */
export function conditionsFrom<Fields extends ListFields>(fields: Fields, query: object): Conditions<Fields> {
  const sent = query as Readonly<Record<string, unknown>>;
  const conditions: Record<string, Comparators<unknown>> = {};
  for (const [name, { kind, parameters = {} }] of Object.entries(fields)) {
    const compared = Object.entries(kind === 'state' && parameters.state ? { state: 'eq', states: 'in' } : parameters);
    for (const [parameter, operator] of compared) {
      const value = sent[parameter];
      if (value == null) continue;
      const comparators = operator === 'in' ? oneOf(value as readonly unknown[]) : { [operator]: value };
      conditions[name] = { ...conditions[name], ...comparators };
    }
  }
  return conditions as Conditions<Fields>;
}
