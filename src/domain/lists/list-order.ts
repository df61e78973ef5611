import type { InternalTimestamps } from '../base/timestamps.ts';

export const directions = ['ASC', 'DESC'] as const;
export type Direction = (typeof directions)[number];

export type OrderKey<Field extends string> = { readonly field: Field; readonly direction: Direction };

/** The sort field of a list and its tie-breakers. Remaining ties are sorted by id, in the direction of the last key. */
export type ListOrder<Field extends string> = OrderKey<Field> & { readonly thenBy?: readonly OrderKey<Field>[] };

/** Maximum number of sort keys: each key makes a page more expensive. */
export const mostOrderKeys = 3;

export const keysOfOrder = <Field extends string>({ thenBy = [], ...first }: ListOrder<Field>): OrderKey<Field>[] => [
  first,
  ...thenBy,
];

/** The position of a record in an ordered list: the values of its sort fields, as text, and its id. */
export type OrderedPosition = { readonly values: readonly string[]; readonly serviceId: string };

export const positionIn = <Row extends { readonly serviceId: string }, Field extends string>(
  row: Row,
  order: ListOrder<Field>,
  read: (row: Row, field: Field) => string,
): OrderedPosition => ({
  values: keysOfOrder(order).map(({ field }) => read(row, field)),
  serviceId: row.serviceId,
});

/** The default order of lists. */
export const newestFirst = { field: 'createdAt', direction: 'DESC' } as const satisfies ListOrder<'createdAt'>;

type Stored = { readonly internalTimestamps: InternalTimestamps };

export function storedValue({ internalTimestamps }: Stored, field: 'createdAt' | 'updatedAt'): string {
  return (field === 'createdAt' ? internalTimestamps.createdDate : internalTimestamps.updatedDate).toISOString();
}
