import { decimal } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { placeOfLine } from '../../transactions/snapshot-places.ts';
import type { Item } from '../../transactions/transaction.ts';
import type { RecordedTransaction, SnapshotLine } from '../../transactions/transaction-snapshot.ts';
import type { ShopScheme } from './shop-scheme.ts';

/** One line of a document as the one-stop shop reports it; negative for a refund. */
export type ShopSupply = {
  readonly transactionId: string;
  /** The day whose period reports it: for a refund, that of its invoice. */
  readonly suppliedOn: string;
  /** The tax date of the document. */
  readonly taxDate: string;
  readonly memberState: string;
  readonly kind: 'GOODS' | 'SERVICES';
  readonly dispatchedFrom: string;
  readonly rate: DecimalText;
  readonly currency: string;
  readonly taxableAmount: DecimalText;
  readonly taxAmount: DecimalText;
};

/** What decides whether a line belongs to the scheme. */
export type ShopSeller = {
  readonly scheme: ShopScheme;
  /** The country that the seller is established in. */
  readonly home: string;
  /** The name of the VAT of a member state; null for any other country. */
  vatOf(country: string): string | null;
  countryOf(address: { readonly country: string | null }): string | null;
  isInScheme(day: string): boolean;
  /** Whether sales there belong to the seller's own return of that country. */
  isRegisteredIn(country: string, day: string): boolean;
};

type Line = Pick<Item, 'tangibleCategory' | 'shipFromAddress'> & { readonly recorded: SnapshotLine };

/** The lines that the scheme reports: taxed by a member state, sold from another country, without a registration there. */
export function shopSuppliesOf({ transaction, snapshot }: RecordedTransaction, seller: ShopSeller): ShopSupply[] {
  const { serviceId, taxDate, currency, transactionType } = transaction;
  const suppliedOn = snapshot.refund ? snapshot.taxDate : taxDate;
  if (!seller.isInScheme(suppliedOn)) return [];
  const sign = transactionType === 'INVOICE' ? 1 : -1;
  const signed = (amount: DecimalText) => toDecimalText(decimal(amount).times(sign));
  return linesOf({ transaction, snapshot }).flatMap(({ recorded, ...line }): ShopSupply[] => {
    const place = placeOfLine(snapshot, recorded);
    const memberState = place.country;
    const address = line.shipFromAddress ?? transaction.shipFromAddress;
    const dispatchedFrom = (address && seller.countryOf(address)) ?? seller.home;
    const kind = line.tangibleCategory === 'TANGIBLE' ? 'GOODS' : 'SERVICES';
    if (place.authority.taxName !== seller.vatOf(memberState)) return [];
    if (!isOfScheme(seller, { kind, memberState, dispatchedFrom })) return [];
    if (seller.isRegisteredIn(memberState, suppliedOn)) return [];
    const supply = {
      transactionId: serviceId,
      suppliedOn,
      taxDate,
      memberState,
      kind,
      dispatchedFrom,
      currency,
    } as const;
    return recorded.taxLines
      .filter(({ taxAmount }) => !decimal(taxAmount).isZero())
      .map(({ appliedRate: rate, taxableAmount, taxAmount }) => {
        return { ...supply, rate, taxableAmount: signed(taxableAmount), taxAmount: signed(taxAmount) };
      });
  });
}

/** A shipping fee is part of the goods, unless nothing tangible is sold. */
function linesOf({ transaction, snapshot }: RecordedTransaction): Line[] {
  const items = transaction.items.map(({ tangibleCategory, shipFromAddress }, index): Line => {
    return { tangibleCategory, shipFromAddress, recorded: snapshot.items[index]! };
  });
  if (!transaction.shippingFee || !snapshot.shippingFee) return items;
  const isOfGoods = items.length === 0 || items.some(({ tangibleCategory }) => tangibleCategory === 'TANGIBLE');
  const tangibleCategory = isOfGoods ? 'TANGIBLE' : 'INTANGIBLE';
  return [...items, { tangibleCategory, recorded: snapshot.shippingFee }];
}

/** Directive 2006/112/EC, articles 358a, 369a and 369l. */
function isOfScheme(
  { scheme, home, vatOf }: ShopSeller,
  { kind, memberState, dispatchedFrom }: Pick<ShopSupply, 'kind' | 'memberState' | 'dispatchedFrom'>,
): boolean {
  const isHomeInEu = vatOf(home) !== null;
  const isFromEu = vatOf(dispatchedFrom) !== null;
  switch (scheme) {
    case 'UNION_ONE_STOP_SHOP':
      return kind === 'GOODS' ? isFromEu && dispatchedFrom !== memberState : isHomeInEu && home !== memberState;
    case 'NON_UNION_ONE_STOP_SHOP':
      return kind === 'SERVICES' && !isHomeInEu;
    case 'IMPORT_ONE_STOP_SHOP':
      return kind === 'GOODS' && !isFromEu;
  }
}
