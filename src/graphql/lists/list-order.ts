import type { InputRef } from '@pothos/core';
import { invalidField } from '../../domain/base/errors.ts';
import type { DeclaredList, ListOrders } from '../../domain/lists/declared-list.ts';
import {
  type Direction,
  type ListOrder,
  mostOrderKeys,
  newestFirst,
  type OrderKey,
} from '../../domain/lists/list-order.ts';
import { builder, type Types } from '../base/builder.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

const ties = 'Ties are ordered by `thenBy` and finally by id, in the last direction given.';

const OrderDirectionEnum = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { value: 'ASC', description: 'Ascending: smallest, earliest or A first.' },
    DESC: { value: 'DESC', description: 'Descending: largest, latest or Z first.' },
  } satisfies Record<Direction, { value: Direction; description: string }>,
});

type OrderedList = DeclaredList & { readonly orders: ListOrders };
type FieldOf<List extends OrderedList> = keyof List['orders'] & string;
const orders = new Map<OrderedList, InputRef<unknown>>();

export function orderArgument<List extends OrderedList>(list: List) {
  const type = (orders.get(list) ?? newOrder(list)) as InputRef<SentOrder<FieldOf<List>>>;
  orders.set(list, type);
  return builder.args((t) => ({
    orderBy: t.field({ type, description: 'Order of the list. Default: newest first.' }),
  }));
}

/** The order input of a list: a field from an enum, a direction and tie-breakers. */
function newOrder({ of, plural, orders: fields }: OrderedList): InputRef<unknown> {
  const name = `${of.name}Order`;
  const field = builder.enumType(`${name}Field`, {
    description: `Sortable field of ${plural}.`,
    values: constantsOf(fields),
  });
  const keyFields = (t: InputFields) => ({
    field: t.field({ type: field, required: true, description: 'Field whose values determine the order.' }),
    direction: t.field({
      type: OrderDirectionEnum,
      required: true,
      defaultValue: 'DESC',
      description: 'Ascending or descending.',
    }),
  });
  const key = builder.inputType(`${name}Key`, {
    description: `Another field to order ${plural} by.`,
    fields: keyFields,
  });
  return builder.inputType(name, {
    description: `Order of ${plural}. ${ties}`,
    fields: (t) => ({
      ...keyFields(t),
      thenBy: t.field({
        type: [key],
        description: `Tie-breakers for records with equal values, at most ${mostOrderKeys - 1}.`,
      }),
    }),
  });
}

export type SentOrder<Field extends string> = OrderKey<Field> & { readonly thenBy?: readonly OrderKey<Field>[] | null };

/** The order as submitted; by default, newest first. Throws `INVALID_INPUT` for too many keys. */
export function orderFrom<Field extends string>(
  sent: SentOrder<Field> | null | undefined,
): ListOrder<Field | 'createdAt'> {
  if (!sent) return newestFirst;
  const { thenBy, field, direction } = sent;
  if (!thenBy || thenBy.length === 0) return { field, direction };
  if (thenBy.length < mostOrderKeys) return { field, direction, thenBy };
  const message = `thenBy may have at most ${mostOrderKeys - 1} entries.`;
  throw invalidField(['orderBy', 'thenBy'], 'TOO_LONG', message);
}

/** Field names as enum values: `taxDate` becomes `TAX_DATE`. */
function constantsOf(fields: ListOrders) {
  return Object.fromEntries(
    Object.entries(fields).map(([value, { description }]) => [
      value.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      { value, description },
    ]),
  );
}
