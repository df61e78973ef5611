import type { Position } from '../../domain/lists/cursor.ts';
import type { Direction, ListOrder, OrderedPosition } from '../../domain/lists/list-order.ts';

/** One page of a list, newest first unless `direction` is `ASC`: at most `limit` records after `after`. */
export type PageRequest = {
  readonly limit: number;
  readonly after: Position | null;
  readonly direction?: Direction;
};

export type OrderedPage<Field extends string> = {
  readonly limit: number;
  readonly order: ListOrder<Field>;
  readonly after: OrderedPosition | null;
};

/** The first records of a page. Long records are read in several parts, so that a page needs little memory. */
export type PartOfPage<Row> = {
  readonly rows: readonly Row[];
  /** Whether the page continues after these records. */
  readonly isCut: boolean;
};
