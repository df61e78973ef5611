import { z } from 'zod';
import { boundedText, serviceIdInput } from '../base/fields.ts';
import { addIssue } from '../base/parse-input.ts';
import { isCalendarDay } from '../base/timestamps.ts';
import { cursorInput, encodeCursor, isStoredInstant, type ListName } from './cursor.ts';
import {
  type CustomerOrderField,
  customerOrderFields,
  directions,
  type ExemptionOrderField,
  exemptionOrderFields,
  type ListOrder,
  type OrderedPosition,
  type TransactionOrderField,
  transactionOrderFields,
} from './list-order.ts';

/** What lists of any kind can be ordered by. */
export type OrderField = TransactionOrderField | CustomerOrderField | ExemptionOrderField;

/** A cursor also contains the order that it belongs to. */
export function encodeOrderedCursor(
  list: ListName,
  { field, direction }: ListOrder<OrderField>,
  { value, serviceId }: OrderedPosition,
): string {
  return encodeCursor(list, [field, direction, value, serviceId]);
}

/** Reads a cursor of this list in this order. */
export function orderedCursor(list: ListName, order: ListOrder<OrderField>) {
  return cursorInput(list, position).transform(([field, direction, value, serviceId], ctx): OrderedPosition => {
    if (field === order.field && direction === order.direction) return { value, serviceId };
    const message = 'The cursor belongs to another order; use a cursor from a page with the same orderBy.';
    addIssue(ctx, { path: [], code: 'WRONG_ORDER', message });
    return z.NEVER;
  });
}

const isDay = (value: string) =>
  /^-?infinity$/.test(value) || (/^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value));
const isAmount = (value: string) => /^-?\d{1,60}(?:\.\d{1,200})?$/.test(value);
const isText = (value: string) => boundedText(0, 256).safeParse(value).success;

/** The schema of the values of each field. */
const forms: Readonly<Record<OrderField, (value: string) => boolean>> = {
  createdAt: isStoredInstant,
  updatedAt: isStoredInstant,
  taxDate: isDay,
  fromOn: isDay,
  toOn: isDay,
  finalTransactionAmount: isAmount,
  taxAmount: isAmount,
  externalId: isText,
  name: isText,
};

const position = z
  .tuple([
    z.enum([...transactionOrderFields, ...customerOrderFields, ...exemptionOrderFields]),
    z.enum(directions),
    z.string(),
    serviceIdInput,
  ])
  .refine(([field, , value]) => forms[field](value));
