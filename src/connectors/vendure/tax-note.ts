import { type ID, Order, type ShippingLine, type TransactionalConnection } from '@vendure/core';
import type { LineRate } from '../shared/line-rates.ts';

/** What a part of a tax is for: a jurisdiction with the rate of its law, and the percent that Vendure multiplies. */
export type NotedRate = LineRate;

/**
 * What Tollgate keeps with an order, in a custom field: the place of its rates, and the parts of the rate of shipping, for
 * which Vendure keeps only their sum.
 */
type TaxNote = {
  readonly place?: string;
  /** The rates there by tax code, as the gateway gave them last. */
  readonly rates?: Readonly<Record<string, readonly NotedRate[]>>;
  /** Whether the buyer has a certificate there. */
  readonly isExempt?: boolean;
  readonly shipping?: Readonly<Record<string, readonly NotedRate[]>>;
  /** What has a tax that is not the gateway's: Vendure asks for goods and shipping apart. */
  readonly estimated?: readonly TaxedPart[];
};

export type TaxedPart = 'goods' | 'shipping';

/**
 * `ESTIMATED` if a line or the shipping has a tax that is not the gateway's, and `SETTLED` once the gateway has the document of such
 * an order, with what the law asks beyond what the buyer paid, in minor units; null otherwise.
 */
type Fields = {
  tollgateNote?: string | null;
  tollgateTax?: 'ESTIMATED' | 'SETTLED' | null;
  tollgateDifference?: number | null;
};

/** Vendure's type of custom fields is empty: a plugin cannot add to it without adding to the shop's. */
const fieldsOf = (order: Order): Fields => {
  order.customFields ??= {};
  return order.customFields as Fields;
};

export function noteOf(order: Order): TaxNote {
  const { tollgateNote } = fieldsOf(order);
  try {
    return tollgateNote ? (JSON.parse(tollgateNote) as TaxNote) : {};
  } catch {
    return {};
  }
}

export function addNote(order: Order, note: TaxNote): void {
  const known = noteOf(order);
  const hasMoved = note.place !== undefined && note.place !== known.place;
  const shipping = { ...known.shipping, ...note.shipping };
  const rates = { ...(!hasMoved && known.rates), ...note.rates };
  change(order, { tollgateNote: JSON.stringify({ ...known, ...note, shipping, rates }) });
}

const changed = new WeakMap<Order, Fields>();

function change(order: Order, fields: Fields): void {
  const known = fieldsOf(order);
  const isSame = Object.entries(fields).every(([name, value]) => (known[name as keyof Fields] ?? null) === value);
  if (isSame) return;
  Object.assign(known, fields);
  changed.set(order, { ...changed.get(order), ...fields });
}

/** What has changed since it was asked last; null for nothing. */
export function changedFieldsOf(order: Order): Fields | null {
  const fields = changed.get(order) ?? null;
  changed.delete(order);
  return fields;
}

export function markTax(order: Order, part: TaxedPart, isEstimate: boolean): void {
  const others = (noteOf(order).estimated ?? []).filter((one) => one !== part);
  const estimated = isEstimate ? [...others, part] : others;
  addNote(order, { estimated });
  change(order, { tollgateTax: estimated.length > 0 ? 'ESTIMATED' : null });
}

/** Settles the mark of an order that was placed with an estimate: the gateway has its document. */
export async function settleTax(
  { rawConnection }: TransactionalConnection,
  orderId: ID,
  difference: number,
): Promise<void> {
  const customFields: Fields = { tollgateTax: 'SETTLED', tollgateDifference: difference };
  await rawConnection.getRepository(Order).update(orderId, { customFields });
}

export const isEstimated = (order: Order): boolean => fieldsOf(order).tollgateTax === 'ESTIMATED';

export const shippingRatesOf = (order: Order, { shippingMethodId }: ShippingLine): readonly NotedRate[] =>
  noteOf(order).shipping?.[`${shippingMethodId}`] ?? [];

const percent = (value: number): string => `${Number(value.toPrecision(12))} %`;

/** The text of a tax line, such as `Minnesota (6.875 %)`: Vendure has no field for the rate of the law. */
export const describe = ({ name, legalPercent }: NotedRate): string =>
  legalPercent === 0 ? name : `${name} (${percent(legalPercent)})`;

/** The jurisdiction and the rate of a text that `describe` made. */
export function readDescription(description: string): { readonly name: string; readonly legalPercent: number | null } {
  const [, name, rate] = /^(.*) \((\d+(?:\.\d+)?) %\)$/.exec(description) ?? [];
  return name && rate ? { name, legalPercent: Number(rate) } : { name: description, legalPercent: null };
}
