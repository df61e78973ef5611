import { decimal } from '../../../tax/numbers/decimal.ts';
import type { TenantSettings } from '../../account/tenant.ts';
import type { Address } from '../../base/address.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { Item } from '../../transactions/document-line.ts';
import { homeOf } from '../../transactions/home-of.ts';
import { placeOfLine } from '../../transactions/snapshot-places.ts';
import type { RecordedTransaction, SnapshotLine } from '../../transactions/transaction-snapshot.ts';

/** A document line for a supply to a business in another member state; negative for a refund. */
export type EcSupply = {
  readonly transactionId: string;
  readonly taxDate: string;
  /** The member state whose recapitulative statement reports the line. */
  readonly reportedIn: string;
  /** The tax number as it appears in the document. */
  readonly taxNumber: string | null;
  /** The destination of the goods, or the location of the buyer. */
  readonly destination: string;
  readonly kind: 'GOODS' | 'SERVICES' | 'TRIANGULAR';
  readonly currency: string;
  readonly amount: DecimalText;
};

export type EcSeller = {
  /** The country of the seller's establishment today, for documents that do not record it. */
  readonly home: string;
  isMemberState(country: string): boolean;
  /** Country code, or `XI`. Without an address, that of `home`; if it is undefined, that of today's home. */
  dispatchedFrom(address: Address | null, day: string, home: TenantSettings['homeAddress'] | undefined): string;
  isRegisteredIn(country: string, day: string): boolean;
};

type Line = Pick<Item, 'tangibleCategory' | 'shipFromAddress' | 'calculatedTotal'> & {
  readonly recorded: SnapshotLine;
};

/** The lines reported in a recapitulative statement, from the home that the document records or, without one, today's. */
export function ecSuppliesOf({ transaction, snapshot }: RecordedTransaction, today: EcSeller): EcSupply[] {
  const home = homeOf(snapshot);
  const seller = { ...today, home: home?.country ?? today.home };
  const { serviceId, taxDate, currency, transactionType } = transaction;
  const sign = transactionType === 'INVOICE' ? 1 : -1;
  return linesOf({ transaction, snapshot }).flatMap((line): EcSupply[] => {
    const destination = placeOfLine(snapshot, line.recorded).country;
    const address = line.shipFromAddress ?? transaction.shipFromAddress;
    const dispatchedFrom = seller.dispatchedFrom(address, snapshot.taxDate, home);
    const reported = reportOf({ line, destination, dispatchedFrom, day: snapshot.taxDate }, seller);
    if (!reported) return [];
    const amount = toDecimalText(decimal(line.calculatedTotal).times(sign));
    const taxNumber = snapshot.buyer?.taxNumber ?? null;
    return [{ transactionId: serviceId, taxDate, taxNumber, destination, currency, amount, ...reported }];
  });
}

function linesOf({ transaction, snapshot }: RecordedTransaction): Line[] {
  const items = transaction.items.map((item, index): Line => ({ ...item, recorded: snapshot.items[index]! }));
  const { shippingFee } = transaction;
  return shippingFee && snapshot.shippingFee ? [...items, { ...shippingFee, recorded: snapshot.shippingFee }] : items;
}

type Supplied = {
  readonly line: Line;
  readonly destination: string;
  readonly dispatchedFrom: string;
  readonly day: string;
};

function reportOf(
  { line, destination, dispatchedFrom, day }: Supplied,
  { home, isMemberState, isRegisteredIn }: EcSeller,
): Pick<EcSupply, 'kind' | 'reportedIn'> | null {
  if (line.recorded.supply.kind === 'INTRA_COMMUNITY') {
    const isFromOwnState = dispatchedFrom === home || !isMemberState(home) || isRegisteredIn(dispatchedFrom, day);
    if (isFromOwnState) return { kind: 'GOODS', reportedIn: dispatchedFrom };
    return destination === home ? null : { kind: 'TRIANGULAR', reportedIn: home };
  }
  const isService = line.recorded.supply.kind === 'REVERSE_CHARGE' && line.tangibleCategory === 'INTANGIBLE';
  return isService && isMemberState(home) && isMemberState(destination) && destination !== home
    ? { kind: 'SERVICES', reportedIn: home }
    : null;
}
