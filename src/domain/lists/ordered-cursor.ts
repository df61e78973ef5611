import { readNumber } from '../base/amount.ts';
import { invalidField } from '../base/errors.ts';
import { serviceIdInput, text } from '../base/fields.ts';
import { isCalendarDay } from '../base/timestamps.ts';
import { foreignCursor, isStorableInstant } from './cursor.ts';
import type {
  CustomerOrderField,
  ExemptionOrderField,
  ListOrder,
  OrderedPosition,
  TransactionOrderField,
} from './list-order.ts';

/** What lists of any kind can be ordered by. */
export type OrderField = TransactionOrderField | CustomerOrderField | ExemptionOrderField;

/** An opaque text for a position, which also tells the order that it is a position of. */
export function encodeOrderedCursor({ field, direction }: ListOrder<OrderField>, position: OrderedPosition): string {
  return Buffer.from(JSON.stringify([field, direction, position.value, position.serviceId])).toString('base64url');
}

/** Reads a cursor of a list in this order; `path` names the field it came in, for the error. */
export function decodeOrderedCursor(
  cursor: string,
  { field, direction }: ListOrder<OrderField>,
  path: string,
): OrderedPosition {
  const parts = partsOf(cursor);
  if (!parts) throw foreignCursor(path);
  if (parts.field !== field || parts.direction !== direction) {
    const message = `${path} is a cursor of another order; take it from a page that was read with the same orderBy.`;
    throw invalidField([path], 'WRONG_ORDER', message);
  }
  if (!forms[field](parts.value)) throw foreignCursor(path);
  return { value: parts.value, serviceId: parts.serviceId };
}

const isInstant = (value: string) => instantForm.test(value) && isStorableInstant(new Date(value));
const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isDay = (value: string) =>
  /^-?infinity$/.test(value) ||
  (/^\d{4}-\d{2}-\d{2}$/.test(value) && !value.startsWith('0000') && isCalendarDay(value));
const isAmount = (value: string) => readNumber(value) !== null;
const isText = (value: string) => text(0, 256).safeParse(value).success;

/** What a value has to look like: cursors come back from outside, and the store must be able to compare them. */
const forms: Readonly<Record<OrderField, (value: string) => boolean>> = {
  createdAt: isInstant,
  updatedAt: isInstant,
  taxDate: isDay,
  fromOn: isDay,
  toOn: isDay,
  finalTransactionAmount: isAmount,
  taxAmount: isAmount,
  externalId: isText,
  name: isText,
};

function partsOf(cursor: string) {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 4 || !parts.every((part) => typeof part === 'string')) return null;
  const [field, direction, value, id] = parts as [string, string, string, string];
  const serviceId = serviceIdInput.safeParse(id);
  return serviceId.success ? { field, direction, value, serviceId: serviceId.data } : null;
}
