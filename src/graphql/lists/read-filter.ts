import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type Comparators, oneOf, type RecordFilter } from '../../domain/base/record-filter.ts';
import {
  type ComputedOf,
  type DeclaredList,
  type FilterOf,
  isValue,
  type ValueIn,
} from '../../domain/lists/declared-list.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import { checkComparators, checkValue, type FilterPath, FilterReading } from './filter-checks.ts';
import { placeConditions } from './filter-places.ts';

/**
 * The filter of a declared list as submitted: places in any usual spelling, and plain values instead of conditions for
 * some fields, such as flags.
 */
export type SentFilter<List extends DeclaredList> = SentFields<List['fields']> &
  SentFields<NonNullable<List['computed']>> & {
    readonly and?: readonly SentFilter<List>[] | null;
    readonly or?: readonly SentFilter<List>[] | null;
    readonly not?: SentFilter<List> | null;
  };

type SentFields<Fields> = { readonly [Name in keyof Fields]?: SentField<Fields[Name]> | null };
type SentField<Field> = Field extends { readonly kind: 'choice'; readonly isValue: true }
  ? readonly ValueIn<Field>[]
  : Field extends { readonly kind: 'flag' } | { readonly isValue: true }
    ? ValueIn<Field>
    : Comparators<ValueIn<Field>>;

/** A filter as submitted. An absent filter matches every record. */
type Sent<Filter> = Filter | null | undefined;

/** Reads one level of a filter; `path` is its position in the input. */
type ReadLevel<From, To> = (sent: From, path: FilterPath, reading: FilterReading) => To;

type Joined<Filter> = {
  readonly and?: readonly Filter[] | null;
  readonly or?: readonly Filter[] | null;
  readonly not?: Filter | null;
};

/** The filter of a declared list; `conditionsOn` turns its computed fields into conditions. */
export function readFilter<List extends DeclaredList>(
  { reference }: { readonly reference: AddressMatcher },
  { fields, computed = {} }: List,
  sent: Sent<SentFilter<List>>,
  conditionsOn?: (computed: ComputedOf<List>) => readonly FilterOf<List>[],
): FilterOf<List> {
  const readLevel: ReadLevel<SentTree, RecordFilter<object>> = ({ and, or, not, ...given }, path, reading) => {
    const own: Record<string, AnyComparators> = {};
    const others: Record<string, AnyComparators> = {};
    for (const [name, value] of Object.entries(given)) {
      if (value == null) continue;
      const field = fields[name] ?? computed[name]!;
      const comparators = isValue(field) ? equalTo(value) : (value as AnyComparators);
      if (isValue(field)) checkValue(field, value, [...path, name], reading);
      else checkComparators(comparators as Comparators<string>, [...path, name], reading);
      if (field.kind === 'state') continue;
      if (name in fields) own[name] = comparators;
      else others[name] = comparators;
    }
    const joined = readJoined({ and, or, not }, path, reading, readLevel);
    const { country, state } = given as { readonly [Name in 'country' | 'state']?: Comparators<string> | null };
    const places = 'state' in fields ? placeConditions(reference, { country, state }, path, reading) : [];
    const made = conditionsOn?.(others as ComputedOf<List>) ?? [];
    if (made.length === 0 && places.length === 0) return { ...own, ...joined };
    return { ...own, ...joined, and: [...(joined.and ?? []), ...made, ...places] };
  };
  return readTree(sent ?? {}, readLevel) as FilterOf<List>;
}

const equalTo = (value: unknown): AnyComparators => (Array.isArray(value) ? oneOf(value) : { eq: value });

type AnyComparators = Comparators<unknown>;
interface SentTree extends Joined<SentTree> {
  readonly [name: string]: unknown;
}

/** Reads a filter; throws all of its errors together. */
function readTree<From, To>(sent: From, readLevel: ReadLevel<From, To>): To {
  const reading = new FilterReading();
  const filter = readLevel(sent, ['filter'], reading);
  if (reading.issues.length > 0) throw invalidInput(reading.issues);
  return filter;
}

function readJoined<From, To>(
  { and, or, not }: Joined<From>,
  path: FilterPath,
  reading: FilterReading,
  readLevel: ReadLevel<From, To>,
): { readonly and?: readonly To[]; readonly or?: readonly To[]; readonly not?: To } {
  if (!and && !or && !not) return {};
  const { depth } = gatewayLimits.filter;
  if (path.filter((part) => part === 'and' || part === 'or' || part === 'not').length >= depth) {
    reading.addIssue(path, 'TOO_DEEP', `A filter may be nested at most ${depth} levels deep.`);
    return {};
  }
  if (or?.length === 0) {
    reading.addIssue(
      [...path, 'or'],
      'TOO_SHORT',
      'Must contain at least one filter; omit the member to match all records.',
    );
  }
  const readAll = (name: 'and' | 'or', filters: readonly From[]) =>
    filters.flatMap((filter, index) => {
      reading.count([...path, name]);
      return reading.isFull ? [] : [readLevel(filter, [...path, name, index], reading)];
    });
  return {
    ...(and && { and: readAll('and', and) }),
    ...(or && { or: readAll('or', or) }),
    ...(not && { not: readLevel(not, [...path, 'not'], reading) }),
  };
}
