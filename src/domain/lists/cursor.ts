import { z } from 'zod';
import { boundedText, serviceIdInput, sourceInput } from '../base/fields.ts';
import { addIssue } from '../base/parse-input.ts';
import { dayInput } from '../base/report-period.ts';
import { isCalendarDay } from '../base/timestamps.ts';
import { type Direction, directions, keysOfOrder, type ListOrder, type OrderedPosition } from './list-order.ts';

/**
 * Writes the position of a record in a list as opaque text that is safe in a URL. A cursor starts with the name of its
 * list, and other lists refuse it.
 */
function encodeCursor(list: string, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url');
}

/**
 * Reads a cursor of this list. Clients can forge cursors, so `position` must accept only values that the store can
 * compare.
 */
function cursorInput<Position extends z.ZodType>(list: string, position: Position) {
  return z.string().transform((cursor, ctx): z.output<Position> => {
    const [name, ...values] = decoded(cursor);
    const parsed = position.safeParse(values);
    if (name === list && parsed.success) return parsed.data;
    const message = 'The cursor does not belong to this list.';
    ctx.addIssue({ code: 'custom', params: { code: 'INVALID_FORMAT' }, message });
    return z.NEVER;
  });
}

function decoded(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A valid instant from 1970 on, in the format of `toISOString`. */
function isStoredInstant(text: string): boolean {
  if (!instantForm.test(text) || text < '1970') return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}

/** The position of a record in a list ordered by time and id, newest first. */
export type Position = { readonly createdAt: Date; readonly serviceId: string };

export function encodeNewestFirstCursor(list: string, { createdAt, serviceId }: Position): string {
  return encodeCursor(list, [createdAt.toISOString(), serviceId]);
}

export function newestFirstCursor(list: string) {
  return cursorInput(list, createdPosition);
}

const createdPosition = z
  .tuple([z.string().refine(isStoredInstant), serviceIdInput])
  .transform(([createdAt, serviceId]): Position => ({ createdAt: new Date(createdAt), serviceId }));

/** Writes the position of a calculation in the list of a document's calculations, by its number. */
export function encodeCalculationCursor(calculationNumber: number): string {
  return encodeCursor('calculations', [calculationNumber]);
}

export const calculationCursor = cursorInput(
  'calculations',
  z.tuple([z.int().min(1).max(999_999_999)]).transform(([calculationNumber]) => calculationNumber),
);

/** Writes the position of a due return in the full list, by its day and place. */
export function encodeDueReturnCursor(key: string): string {
  return encodeCursor('dueReturns', [key]);
}

export const dueReturnCursor = cursorInput(
  'dueReturns',
  z
    .tuple([
      z
        .string()
        .max(100)
        .regex(/^\d{4}-\d{2}-\d{2} /),
    ])
    .transform(([key]) => key),
);

/** Writes the position of a tracker in the full list, by its group and place. */
export function encodeNexusCursor(position: string): string {
  return encodeCursor('nexus', [position]);
}

export const nexusCursor = cursorInput(
  'nexus',
  z
    .tuple([
      z
        .string()
        .max(12)
        .regex(/^[012] /),
    ])
    .transform(([position]) => position),
);

/** Writes the position of a jurisdiction in the full list, by its key. */
export function encodeJurisdictionCursor(key: string): string {
  return encodeCursor('jurisdictions', [key]);
}

export const jurisdictionCursor = cursorInput(
  'jurisdictions',
  z.tuple([z.string().min(1).max(100)]).transform(([key]) => key),
);

/** Writes the position of a difference between two versions of the rate book, by its key. */
export function encodeRateBookDifferenceCursor(key: string): string {
  return encodeCursor('rateBookDifferences', [key]);
}

export const rateBookDifferenceCursor = cursorInput(
  'rateBookDifferences',
  z.tuple([z.string().min(1).max(200)]).transform(([key]) => key),
);

/** Encodes the position of a rate change in the full list: its id, which begins with its day. */
export function encodeRateChangeCursor(changeId: string): string {
  return encodeCursor('rateChanges', [changeId]);
}

export const rateChangeCursor = cursorInput(
  'rateChanges',
  z.tuple([z.string().min(1).max(100)]).transform(([changeId]) => changeId),
);

/** The position of a client in the list, newest first. */
export type ClientPosition = { readonly createdAt: Date; readonly clientId: string };

export function encodeClientCursor({ createdAt, clientId }: ClientPosition): string {
  return encodeCursor('clients', [createdAt.toISOString(), clientId]);
}

export const clientCursor = cursorInput(
  'clients',
  z
    .tuple([z.string().refine(isStoredInstant), boundedText(1, 64)])
    .transform(([createdAt, clientId]): ClientPosition => ({ createdAt: new Date(createdAt), clientId })),
);

export type RateTablePosition = { readonly zip: string; readonly category: string };

export function encodeRateTableCursor({ zip, category }: RateTablePosition): string {
  return encodeCursor('rateTable', [zip, category]);
}

export const rateTableCursor = cursorInput(
  'rateTable',
  z.tuple([z.string().length(5), z.string().min(1).max(100)]).transform(([zip, category]) => ({ zip, category })),
);

/** The position of an exchange rate in the list, newest day first. */
export type ExchangeRatePosition = {
  readonly publishedOn: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
};

export function encodeExchangeRateCursor({ publishedOn, fromCurrency, toCurrency }: ExchangeRatePosition): string {
  return encodeCursor('exchangeRates', [publishedOn, fromCurrency, toCurrency]);
}

const currencyCode = z.string().regex(/^[A-Z]{3}$/);

export const exchangeRateCursor = cursorInput(
  'exchangeRates',
  z
    .tuple([dayInput, currencyCode, currencyCode])
    .transform(
      ([publishedOn, fromCurrency, toCurrency]): ExchangeRatePosition => ({ publishedOn, fromCurrency, toCurrency }),
    ),
);

/** The position of an unmapped product in the list, best-selling first. */
export type UnmappedProductPosition = {
  readonly saleCount: number;
  readonly source: string;
  readonly externalId: string;
};

export function encodeUnmappedProductCursor({ saleCount, source, externalId }: UnmappedProductPosition): string {
  return encodeCursor('unmappedProducts', [saleCount, source, externalId]);
}

export const unmappedProductCursor = cursorInput(
  'unmappedProducts',
  z
    .tuple([z.int32().min(0), sourceInput, boundedText(1, 256)])
    .transform(([saleCount, source, externalId]): UnmappedProductPosition => ({ saleCount, source, externalId })),
);

/** A cursor also contains the order of its list. */
export function encodeOrderedCursor(
  list: string,
  order: ListOrder<OrderField>,
  { values, serviceId }: OrderedPosition,
): string {
  const [first, ...more] = keysOfOrder(order).map(
    ({ field, direction }, index): OrderedValue => [field, direction, values[index]!],
  );
  return Buffer.from(JSON.stringify([list, ...first!, serviceId, ...more])).toString('base64url');
}

/** Reads a cursor of this list in this order. */
export function orderedCursor(list: string, order: ListOrder<OrderField>) {
  return cursorInput(list, orderedPosition).transform(
    ([field, direction, value, serviceId, ...more], ctx): OrderedPosition => {
      const sent: readonly OrderedValue[] = [[field, direction, value], ...more];
      const keys = keysOfOrder(order);
      const isSame = sent.every(([name, way], index) => name === keys[index]?.field && way === keys[index].direction);
      if (isSame && sent.length === keys.length) return { values: sent.map((one) => one[2]), serviceId };
      const message = 'The cursor was created with a different order; use a cursor from a page with the same orderBy.';
      addIssue(ctx, { path: [], code: 'WRONG_ORDER', message });
      return z.NEVER;
    },
  );
}

type OrderedValue = readonly [field: OrderField, direction: Direction, value: string];

const isDay = (value: string) =>
  /^-?infinity$/.test(value) || (/^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value));
const isAmount = (value: string) => /^-?\d{1,60}(?:\.\d{1,200})?$/.test(value);
const isText = (value: string) => boundedText(0, 256).safeParse(value).success;

/** The sort fields of lists, each with a check for valid values. */
const forms = {
  createdAt: isStoredInstant,
  updatedAt: isStoredInstant,
  taxDate: isDay,
  validFrom: isDay,
  validThrough: isDay,
  finalTransactionAmount: isAmount,
  taxAmount: isAmount,
  externalId: isText,
  name: isText,
} as const satisfies Record<string, (value: string) => boolean>;
export type OrderField = keyof typeof forms;

const orderedField = z.enum(Object.keys(forms) as [OrderField]);
const fits = ([field, , value]: OrderedValue) => forms[field](value);

const orderedPosition = z
  .tuple(
    [orderedField, z.enum(directions), z.string(), serviceIdInput],
    z.tuple([orderedField, z.enum(directions), z.string()]).refine(fits),
  )
  .refine(([field, direction, value]) => fits([field, direction, value]));
