import type { InputRef, ObjectRef } from '@pothos/core';
import type { InternalTimestamps } from '../../domain/base/timestamps.ts';
import {
  type DeclaredList,
  type FilterOf,
  fieldsInDoors,
  filterNameOf,
  type ListField,
} from '../../domain/lists/declared-list.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { builder, type Types } from '../base/builder.ts';
import { type Connection, connect, connectionOf, pageByCreation } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { type PageArguments, pageArguments } from '../base/page-arguments.ts';
import { enumOf } from '../base/record-type.ts';
import { choiceFilterOf, comparatorsOf } from './comparators.ts';
import { readFilter, type SentFilter } from './read-filter.ts';

const scalars = {
  text: 'String',
  uuid: 'UUID',
  country: 'CountryCode',
  state: 'String',
  currency: 'CurrencyCode',
  amount: 'Decimal',
  day: 'Date',
  instant: 'DateTime',
  flag: 'Boolean',
} as const;

function typeOf(field: ListField) {
  if (field.kind === 'choice') return field.isValue ? [enumOf(field.of)] : choiceFilterOf(field.of);
  return field.kind === 'flag' || field.isValue ? scalars[field.kind] : comparatorsOf[field.kind];
}

const filters = new Map<DeclaredList, unknown>();

/** The GraphQL filter of a declared list. Each is created only once. */
export function filterOf<List extends DeclaredList>(list: List): InputRef<SentFilter<List>> {
  const known = (filters.get(list) ?? newFilter(list)) as InputRef<SentFilter<List>>;
  filters.set(list, known);
  return known;
}

function newFilter(list: DeclaredList): unknown {
  const { plural, isJoined } = list;
  const ref = builder.inputRef<object>(filterNameOf(list));
  const which = `${plural[0]!.toUpperCase()}${plural.slice(1)}`;
  const bounds = ' Filters can have up to 5 levels of nesting and 100 conditions.';
  ref.implement({
    description: `Selects the ${plural} that meet all conditions.${isJoined ? bounds : ''}`,
    fields: (t) => ({
      ...(isJoined && {
        and: t.field({ type: [ref], description: `${which} that match all of these filters.` }),
        or: t.field({ type: [ref], description: `${which} that match at least one of these filters.` }),
        not: t.field({ type: ref, description: `${which} that do not match this filter.` }),
      }),
      ...Object.fromEntries(
        fieldsInDoors(list).map(([name, field]) => [
          name,
          t.field({ type: typeOf(field) as never, description: field.description }),
        ]),
      ),
    }),
  });
  return ref;
}

export function filterArgument<List extends DeclaredList>(list: List) {
  const type = filterOf(list);
  return builder.args((t) => ({
    filter: t.field({ type, description: `Which ${list.plural} to list; all if omitted.` }),
  }));
}

/** Adds the root query field of a declared list. */
export function listField<List extends DeclaredList, Row extends object>(
  list: List,
  type: ObjectRef<Types, Row>,
  connectTo: (
    ctx: GraphqlContext,
    filter: FilterOf<List>,
    page: PageArguments,
  ) => Connection<Row> | Promise<Connection<Row>>,
): void {
  builder.queryField(list.name, (t) =>
    t.field({
      type: connectionOf(type),
      extensions: needsScopes(list.scope),
      description: list.description,
      args: { ...pageArguments(), ...filterArgument(list) },
      resolve: (_root, args, ctx) => {
        const { filter, ...page } = args as PageArguments & { readonly filter?: SentFilter<List> | null };
        return connectTo(ctx, readFilter(ctx, list, filter), page) as never;
      },
    }),
  );
}

type Created = { readonly serviceId: string; readonly internalTimestamps: InternalTimestamps };

/** Adds the root query field of a list that has the newest records first. */
export function newestFirstField<List extends DeclaredList, Shown extends object, Row extends Shown & Created>(
  list: List,
  type: ObjectRef<Types, Shown>,
  {
    read,
    count,
  }: {
    read(ctx: GraphqlContext, filter: FilterOf<List>, page: PageRequest): Promise<readonly Row[]>;
    count(ctx: GraphqlContext, filter: FilterOf<List>): Promise<number>;
  },
): void {
  listField(list, type, (ctx, filter, page) =>
    connect(page, {
      list: list.name,
      order: newestFirst,
      sortValue: ({ internalTimestamps }: Row) => internalTimestamps.createdDate.toISOString(),
      read: (asked) => read(ctx, filter, pageByCreation(asked)),
      count: () => count(ctx, filter),
    }),
  );
}
