import { type ID, Order, type ShippingLine, type TransactionalConnection } from '@vendure/core';
import type { Repository } from 'typeorm';
import type { KeptRate } from '../shared/line-rates.ts';
import { saleMark, type TaxBasis } from '../shared/tax-basis.ts';
import { taxedLines } from './order-input.ts';

/**
 * Tollgate's data in a custom field of an order, including the components of the shipping rate, because Vendure keeps
 * only their sum.
 */
type TaxNote = {
  readonly place?: string;
  /** The last rates from the gateway for the place, by the keys of `createLastKnown`. */
  readonly rates?: Readonly<Record<string, readonly KeptRate[]>>;
  /** Whether the rates may depend on the buyer, for example on a certificate or a VAT number. */
  readonly isPersonal?: boolean;
  /** The only day on which the rates apply, during a tax holiday. */
  readonly onlyOn?: string | null;
  readonly shipping?: Readonly<Record<string, readonly KeptRate[]>>;
  /** The tax basis by part: Vendure requests each line and each shipping method separately. */
  readonly bases?: Readonly<Record<TaxedPart, TaxBasis>>;
  /** Whether the address was missing or incomplete in the last calculation. */
  readonly isPlaceMissing?: boolean;
};

/** A line, a shipping method or a surcharge of the order. */
export type TaxedPart = `${'line' | 'shipping' | 'surcharge'}:${string}`;

type Fields = {
  tollgateNote?: string | null;
  /**
   * The mark of a sale that the gateway did not tax entirely; `SETTLED` once the gateway has its document; null for other
   * sales.
   */
  tollgateTax?: 'ESTIMATED' | 'UNTAXED' | 'SETTLED' | null;
  /** Total of the document less total of the order, in minor units. */
  tollgateDifference?: number | null;
  /** The last failed document, and the reason. */
  tollgateError?: string | null;
};

/** Vendure's type of custom fields is empty: a plugin cannot extend it without also extending the shop's. */
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
  const hasMoved =
    note.place !== undefined && (note.place !== known.place || (note.onlyOn ?? null) !== (known.onlyOn ?? null));
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

/** Changes since the last call; null if nothing changed. */
export function changedFieldsOf(order: Order): Fields | null {
  const fields = changed.get(order) ?? null;
  changed.delete(order);
  return fields;
}

export function markTax(order: Order, part: TaxedPart, basis: TaxBasis): void {
  addNote(order, { bases: { ...noteOf(order).bases, [part]: basis } });
  change(order, { tollgateTax: markOf(order) });
}

type Taxed = {
  readonly listPrice: number;
  readonly taxLines?: readonly { readonly taxRate: number }[];
};

/**
 * The mark of an order, based on its current lines. The tax on a surcharge, or on a line never sent to the gateway, has
 * another source.
 */
export function markOf(order: Order): 'ESTIMATED' | 'UNTAXED' | null {
  const { bases = {} } = noteOf(order);
  const basisOf = (part: TaxedPart, { listPrice, taxLines = [] }: Taxed): TaxBasis => {
    const known = (bases as Record<string, TaxBasis | undefined>)[part];
    if (known) return known;
    if (listPrice === 0) return 'GATEWAY';
    return taxLines.some(({ taxRate }) => taxRate > 0) ? 'ESTIMATED' : 'UNTAXED';
  };
  return saleMark([
    ...taxedLines(order).map((line) => basisOf(`line:${line.id}`, line)),
    ...(order.shippingLines ?? []).map((line) => basisOf(`shipping:${line.shippingMethodId}`, line)),
    ...(order.surcharges ?? []).map((surcharge) => basisOf(`surcharge:${surcharge.id}`, surcharge)),
  ]);
}

/** Null if no tax has been calculated for the order yet. */
export const isPlaceMissing = (order: Order): boolean | null => noteOf(order).isPlaceMissing ?? null;

/**
 * Marks an order that is being placed. Vendure saves the event's entity again, so both the entity and the row are
 * marked.
 */
export async function placeMark(
  repository: Repository<Order>,
  order: Order,
  mark: Fields['tollgateTax'],
): Promise<void> {
  fieldsOf(order).tollgateTax = mark;
  await repository.update(order.id, { customFields: { tollgateTax: mark } satisfies Fields });
}

/** Sets custom fields of a placed order. */
export async function setFields(
  { rawConnection }: TransactionalConnection,
  orderId: ID,
  customFields: Fields,
): Promise<void> {
  await rawConnection.getRepository(Order).update(orderId, { customFields });
}

export const shippingRatesOf = (order: Order, { shippingMethodId }: ShippingLine): readonly KeptRate[] =>
  noteOf(order).shipping?.[`${shippingMethodId}`] ?? [];

const percent = (value: number): string => `${Number(value.toPrecision(12))} %`;

/** The text of a tax line, such as `Minnesota (6.875 %)`: Vendure has no field for the legal rate. */
export const describe = ({ name, legalPercent }: KeptRate): string =>
  legalPercent === 0 ? name : `${name} (${percent(legalPercent)})`;

/** The jurisdiction and rate in a text created by `describe`. */
export function readDescription(description: string): { readonly name: string; readonly legalPercent: number | null } {
  const [, name, rate] = /^(.*) \((\d+(?:\.\d+)?) %\)$/.exec(description) ?? [];
  return name && rate ? { name, legalPercent: Number(rate) } : { name: description, legalPercent: null };
}
