import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { currencyMembers, minorUnitOf, paddedTo } from '../../domain/base/currency.ts';

/*
 * Amounts have at least the decimal places of their currency, which comes from the nearest enclosing record that has a
 * currency. Compiled queries pass the decimal places down; for graphql-js, `showsCurrencies` gives amounts a resolver
 * that searches the path.
 */

/** Marks a field that is an amount of money. */
export const isAmount = { isAmount: true } as const;

type AnyField = GraphQLField<unknown, unknown>;
type Resolver = GraphQLFieldResolver<unknown, unknown>;
type Path = GraphQLResolveInfo['path'];

export function isAmountField({ extensions }: AnyField): boolean {
  return extensions.isAmount === true;
}

type CurrencyOf<Row> = (row: Row) => string | null;

/** Marks a type whose records have a currency that is not one of their fields. */
export const inCurrencyOf = <Row>(currencyOf: CurrencyOf<Row>) => ({ currencyOf });

/** The decimal places of a record's currency; 0 if unknown. */
type PlacesOf = (record: unknown) => number;

/** The decimal places for a type; null if its amounts use the currency of the enclosing record. */
export function currencyPlacesOf(type: GraphQLObjectType): PlacesOf | null {
  const fields = type.getFields();
  const member = currencyMembers.find((name) => fields[name]);
  const told = type.extensions.currencyOf as CurrencyOf<unknown> | undefined;
  if (!told && member === undefined) return null;
  const currencyOf = told ?? ((record) => (record as Record<string, string | null>)[member!] ?? null);
  return (record) => {
    const currency = currencyOf(record);
    return currency === null ? 0 : minorUnitOf(currency);
  };
}

/** The amount with at least these decimal places; anything else unchanged. */
export const shownAmount = (places: number, amount: unknown): unknown =>
  typeof amount === 'string' ? paddedTo(places, amount) : amount;

const inner = new WeakMap<Resolver, Resolver>();

/** The resolver of a field, without the wrapper that only graphql-js needs. */
export function innerResolver({ resolve }: AnyField): Resolver {
  return (resolve && inner.get(resolve)) ?? resolve ?? defaultFieldResolver;
}

const placesAt = new WeakMap<Path, number>();

/** Prepares a schema for graphql-js. Call this after all other changes to resolvers. */
export function showsCurrencies(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const own = currencyPlacesOf(type);
    for (const field of Object.values(type.getFields())) {
      if (isAmountField(field)) wrap(field, showingAmount(innerResolver(field), own));
      else if (own && !isLeafType(getNamedType(field.type))) wrap(field, notingPlaces(innerResolver(field), own));
    }
  }
  return schema;
}

function wrap(field: AnyField, resolve: Resolver): void {
  inner.set(resolve, innerResolver(field));
  field.resolve = resolve;
}

function showingAmount(resolve: Resolver, own: PlacesOf | null): Resolver {
  return (record, args, ctx, info) => {
    const places = own ? own(record) : placesAround(info.path);
    return shownAmount(places, resolve(record, args, ctx, info));
  };
}

function notingPlaces(resolve: Resolver, own: PlacesOf): Resolver {
  return (record, args, ctx, info) => {
    placesAt.set(info.path, own(record));
    return resolve(record, args, ctx, info);
  };
}

function placesAround({ prev }: Path): number {
  for (let path = prev; path; path = path.prev) {
    const places = placesAt.get(path);
    if (places !== undefined) return places;
  }
  return 0;
}
