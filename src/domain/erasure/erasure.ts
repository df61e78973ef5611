import { taxReasonFacts } from '../../tax/model/reasons.ts';
import type { Address } from '../base/address.ts';
import type { Customer } from '../customers/customer.ts';
import type { Transaction, TransactionDocument } from '../transactions/transaction.ts';
import { countedTypes } from '../transactions/transaction-enums.ts';
import type { SnapshotPlace, TransactionSnapshot } from '../transactions/transaction-snapshot.ts';

/** Members that can contain personal data, by their names in the audit trail. */
export const personalMembers = {
  customer: ['name', 'email', 'comment', 'tax_number', 'address'],
  transaction: ['shippingAddress', 'billingAddress', 'cancellationReason'],
} as const;

type KeptNumber = { readonly keepsTaxNumber: boolean };

/** In every spelling that the rate book reads as ZIP+4. */
const usZipWithSuffix = /^\s*(\d{5})[-\s]?\d{4}\s*$/;

/** Removes the street and shortens ZIP+4 to the ZIP code, because ZIP+4 can identify a single house. */
function erasedAddress(address: Address): Address {
  return { ...address, street: null, zip: zipOnly(address.zip) };
}

function zipOnly<Zip extends string | null>(zip: Zip): Zip | string {
  return zip?.replace(usZipWithSuffix, '$1') ?? zip;
}

/**
 * US addresses require a street. An address without a street is marked as partial, so that the document can be sent
 * again.
 */
function erasedShippingAddress(address: Address): Address {
  const erased = erasedAddress(address);
  return address.street === null ? erased : { ...erased, isPartial: true };
}

/**
 * Keeps amounts, the reasons for figures, and places down to the ZIP code. Origin addresses remain, because they belong
 * to the seller.
 */
export function erasedDocument<Document extends TransactionDocument>(document: Document): Document {
  const { cancellationReason: _, ...kept } = document;
  return {
    ...(kept as Document),
    shippingAddress: erasedShippingAddress(document.shippingAddress),
    billingAddress: document.billingAddress && erasedAddress(document.billingAddress),
    items: document.items.map((item) =>
      item.shippingAddress ? { ...item, shippingAddress: erasedShippingAddress(item.shippingAddress) } : item,
    ),
  };
}

/**
 * Removes the buyer's name, and the tax number unless the law requires it on the document. Shortens ZIP+4 to the ZIP
 * code.
 */
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

/** Keeps the key, the type and the place, and the tax number only if the law requires it on a document. */
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

/**
 * Whether no tax was charged because of the buyer's tax number. Invoices for intra-Community supplies and under the
 * reverse charge must show the number (Directive 2006/112/EC, article 226(4)).
 */
export function reliesOnTaxNumber(
  document: Pick<TransactionDocument, 'items' | 'shippingFee'>,
  transactionType: Transaction['transactionType'],
): boolean {
  if (!countedTypes.some((counted) => counted === transactionType)) return false;
  const lines = [...document.items, ...(document.shippingFee ? [document.shippingFee] : [])];
  return lines.some(({ reason }) => taxReasonFacts[reason].nexusSales === 'BUSINESS');
}
