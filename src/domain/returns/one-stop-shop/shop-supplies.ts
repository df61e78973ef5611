import { decimal } from '../../../tax/numbers/decimal.ts';
import type { TenantSettings } from '../../account/tenant.ts';
import type { Address } from '../../base/address.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { isCoveredBy, type ShopScheme, type ShopSupplyFacts } from '../../nexus/one-stop-shop.ts';
import { northernIreland } from '../../places/eu-code.ts';
import type { Item } from '../../transactions/document-line.ts';
import { homeOf } from '../../transactions/home-of.ts';
import { placeOfLine } from '../../transactions/snapshot-places.ts';
import type { RecordedTransaction, SnapshotLine, SnapshotPlace } from '../../transactions/transaction-snapshot.ts';

/** A document line as reported in the one-stop shop; negative for a refund. */
export type ShopSupply = {
  readonly transactionId: string;
  /** The tax date; for a refund of a stored invoice, the tax date of the invoice. */
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

/**
 * The place of dispatch of goods: a country, or `XI`. Part of a member state may lie outside the Union, such as the
 * Canary Islands.
 */
export type DispatchPlace = { readonly country: string; readonly isInUnion: boolean };

/** The facts that determine whether a line belongs to the scheme. */
export type ShopSeller = {
  readonly scheme: ShopScheme;
  /** The country of the seller's establishment today, for documents that do not record it. */
  readonly home: string;
  /** The name of a member state's VAT; null for any other country. */
  vatOf(country: string): string | null;
  /** Without an address, goods are dispatched from `home`; if it is undefined, from today's home. */
  placeOfDispatch(address: Address | null, day: string, home: TenantSettings['homeAddress'] | undefined): DispatchPlace;
  isInScheme(day: string): boolean;
  /** Whether the seller has a fixed establishment in the country or, without a country, in any country. */
  isEstablishedIn(country: string | null, day: string): boolean;
  /** Whether the seller itself imports goods into the country, so that they are sold within the country. */
  isImporterIn(country: string, day: string): boolean;
};

type Line = Pick<Item, 'tangibleCategory' | 'shipFromAddress'> & { readonly recorded: SnapshotLine };

type ShopLine = Pick<ShopSupply, 'suppliedOn' | 'memberState' | 'kind' | 'dispatchedFrom'> & {
  readonly recorded: SnapshotLine;
};

/**
 * The lines reported in the scheme: taxed by a member state, and sold from another country. The seller's home is the one
 * that the document records or, without one, today's.
 */
export function shopLinesOf({ transaction, snapshot }: RecordedTransaction, today: ShopSeller): ShopLine[] {
  const home = homeOf(snapshot);
  const seller = { ...today, home: home?.country ?? today.home };
  const suppliedOn = snapshot.refund ? snapshot.taxDate : transaction.taxDate;
  if (!seller.isInScheme(suppliedOn)) return [];
  return linesOf({ transaction, snapshot }).flatMap(({ recorded, ...line }): ShopLine[] => {
    const place = placeOfLine(snapshot, recorded);
    const kind = line.tangibleCategory === 'TANGIBLE' ? 'GOODS' : 'SERVICES';
    const memberState = memberStateOf(place, kind);
    const dispatch = seller.placeOfDispatch(line.shipFromAddress ?? transaction.shipFromAddress, suppliedOn, home);
    if (place.authority.taxName !== seller.vatOf(memberState)) return [];
    const found = { recorded, suppliedOn, memberState, kind, dispatchedFrom: dispatch.country } as const;
    return isOfScheme(seller, found, dispatch) ? [found] : [];
  });
}

export function shopSuppliesOf(document: RecordedTransaction, seller: ShopSeller): ShopSupply[] {
  const { serviceId: transactionId, taxDate, currency, transactionType } = document.transaction;
  const sign = transactionType === 'INVOICE' ? 1 : -1;
  const signed = (amount: DecimalText) => toDecimalText(decimal(amount).times(sign));
  return shopLinesOf(document, seller).flatMap(({ recorded, ...line }) =>
    recorded.taxLines
      .filter(({ taxAmount }) => !decimal(taxAmount).isZero())
      .map(({ appliedRate: rate, taxableAmount, taxAmount }): ShopSupply => {
        const amounts = { taxableAmount: signed(taxableAmount), taxAmount: signed(taxAmount) };
        return { transactionId, taxDate, currency, ...line, rate, ...amounts };
      }),
  );
}

/** A shipping fee is part of the goods, unless the document has only intangible items. */
function linesOf({ transaction, snapshot }: RecordedTransaction): Line[] {
  const items = transaction.items.map(({ tangibleCategory, shipFromAddress }, index): Line => {
    return { tangibleCategory, shipFromAddress, recorded: snapshot.items[index]! };
  });
  if (!transaction.shippingFee || !snapshot.shippingFee) return items;
  const isOfGoods = items.length === 0 || items.some(({ tangibleCategory }) => tangibleCategory === 'TANGIBLE');
  const tangibleCategory = isOfGoods ? 'TANGIBLE' : 'INTANGIBLE';
  return [...items, { tangibleCategory, recorded: snapshot.shippingFee }];
}

/** For goods, Northern Ireland is part of the schemes. */
function memberStateOf({ country, subdivision }: SnapshotPlace, kind: ShopSupply['kind']): string {
  return kind === 'GOODS' && subdivision === northernIreland.state ? northernIreland.code : country;
}

function isOfScheme(seller: ShopSeller, line: ShopLine, dispatch: DispatchPlace): boolean {
  const { scheme } = seller;
  if (!isCoveredBy(scheme, supplyFacts(seller, line, dispatch))) return false;
  // Above the limit, goods are taxed at the border unless the seller imports them itself (articles 369l and 369m).
  if (scheme !== 'IMPORT_ONE_STOP_SHOP' || line.recorded.euSale?.isImportWithinLimit) return true;
  return !seller.isImporterIn(line.memberState, line.suppliedOn);
}

function supplyFacts(
  seller: ShopSeller,
  { kind, memberState, suppliedOn }: ShopLine,
  { country, isInUnion }: DispatchPlace,
): ShopSupplyFacts {
  if (kind === 'GOODS') {
    const isWithinUk = memberState === northernIreland.code && country === northernIreland.country;
    return { kind, isFromUnion: isInUnion, isDomestic: (isInUnion && country === memberState) || isWithinUk };
  }
  const { home } = seller;
  return {
    kind,
    isEstablishedInUnion: seller.vatOf(home) !== null || seller.isEstablishedIn(null, suppliedOn),
    isEstablishedThere: home === memberState || seller.isEstablishedIn(memberState, suppliedOn),
  };
}
