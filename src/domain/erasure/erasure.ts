import { taxReasonFacts } from '../../tax/model/reasons.ts';
import type { Address } from '../base/address.ts';
import type { Customer } from '../customers/customer.ts';
import type { Transaction, TransactionDocument } from '../transactions/transaction.ts';
import type { TransactionType } from '../transactions/transaction-enums.ts';
import type { SnapshotPlace, TransactionSnapshot } from '../transactions/transaction-snapshot.ts';

/** Members of the trail's changes that can hold personal data, as the trail names them. */
export const personalMembers = {
  customer: ['name', 'email', 'comment', 'tax_number', 'address'],
  transaction: ['shippingAddress', 'billingAddress', 'cancelledBecause'],
} as const;

type KeptNumber = { readonly keepsTaxNumber: boolean };

const usZipWithSuffix = /^(\d{5})-?\d{4}$/;

/** Without the street, and with the ZIP code in place of ZIP+4, which can name a single house. */
function erasedAddress(address: Address): Address {
  return { ...address, street: null, zip: zipOnly(address.zip) };
}

function zipOnly<Zip extends string | null>(zip: Zip): Zip | string {
  return zip?.replace(usZipWithSuffix, '$1') ?? zip;
}

/** US addresses need a street: without it, the address is marked partial, so that the document can still be sent back. */
function erasedShippingAddress(address: Address): Address {
  const erased = erasedAddress(address);
  return address.street === null ? erased : { ...erased, isPartial: true };
}

/** Keeps amounts, the reasons of figures and the places down to the ZIP code; the addresses shipped from are the seller's. */
export function erasedDocument<Document extends TransactionDocument>(document: Document): Document {
  const { cancelledBecause: _, ...kept } = document;
  return {
    ...(kept as Document),
    shippingAddress: erasedShippingAddress(document.shippingAddress),
    billingAddress: document.billingAddress && erasedAddress(document.billingAddress),
    items: document.items.map((item) =>
      item.shippingAddress ? { ...item, shippingAddress: erasedShippingAddress(item.shippingAddress) } : item,
    ),
  };
}

/** Without the buyer's name; the tax number only where the law wants it on the document. */
export function erasedSnapshot(snapshot: TransactionSnapshot, { keepsTaxNumber }: KeptNumber): TransactionSnapshot {
  const { places, buyer } = snapshot;
  return {
    ...erasedPlace(snapshot),
    ...(places && { places: places.map(erasedPlace) }),
    ...(buyer && { buyer: { name: null, taxNumber: keepsTaxNumber ? buyer.taxNumber : null } }),
  };
}

function erasedPlace<Place extends SnapshotPlace>(place: Place): Place {
  const { matchedAddress } = place.match;
  const match = { ...place.match, matchedAddress: { ...matchedAddress, zip: zipOnly(matchedAddress.zip) } };
  return { ...place, match };
}

/** Keeps the key, the type and the place; the tax number only where the law wants it on a document. */
export function erasedCustomer(customer: Customer, at: Date, { keepsTaxNumber }: KeptNumber): Customer {
  return {
    ...customer,
    name: null,
    email: null,
    comment: null,
    taxNumber: keepsTaxNumber ? customer.taxNumber : null,
    address: customer.address && erasedAddress(customer.address),
    erasedAt: at,
  };
}

const taxRecords: readonly TransactionType[] = ['INVOICE', 'REFUND', 'TAXABLE_REFUND'];

/**
 * Whether the buyer's tax number is why no tax was charged: invoices for intra-Community supplies and under the reverse
 * charge must show it (Directive 2006/112/EC, article 226(4)).
 */
export function reliesOnTaxNumber(
  document: Pick<TransactionDocument, 'items' | 'shippingFee'>,
  transactionType: Transaction['transactionType'],
): boolean {
  if (!taxRecords.includes(transactionType)) return false;
  const lines = [...document.items, ...(document.shippingFee ? [document.shippingFee] : [])];
  return lines.some(({ reason }) => taxReasonFacts[reason].nexusSales === 'BUSINESS');
}
