import { LRUCache } from 'lru-cache';
import type { Address } from '../../domain/base/address.ts';
import { taxDateOf } from '../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { underLaw } from '../assessment/calculate-document.ts';
import { type LawOfPlace, lawOfPlaces } from '../assessment/law/law-of-place.ts';
import { partOfGroup } from '../assessment/places/place-groups.ts';
import type { Asked, UnderLaw } from './causes/supposing.ts';

/**
 * Cache size in bytes. A shop sells the same goods to the same places again and again.
 */
const mostBytes = 40_000_000;

/** Estimated size in bytes of a place's law without items, and of each item. */
const bytesOf = { place: 6_000, item: 600 };

type RememberedLaw = Omit<LawOfPlace, 'group'>;

/**
 * Finds the law for documents. The search takes most of the calculation time and does not depend on amounts, so sales
 * of the same goods between the same addresses on the same day share its result. All requests with the same `variant`
 * must have the same settings and declarations.
 */
export function createLawFinder(): (request: Asked, variant?: string) => Promise<UnderLaw> {
  const known = new LRUCache<string, readonly RememberedLaw[]>({
    maxSize: mostBytes,
    sizeCalculation: bytesRemembered,
  });
  return (request, variant = '') =>
    underLaw(request, async (asked, groups, areTangible) => {
      const sales = groups.map(({ input, indexes, isTaxedWhereCollected }) => [
        saleKey(input, request.reference),
        indexes.map((index) => areTangible[index]),
        isTaxedWhereCollected,
      ]);
      const key = JSON.stringify([variant, buyerKey(request), sales]);
      const found = known.get(key);
      if (found) return found.map((law) => ({ ...law, group: partOfGroup(groups[law.part.group]!, law.part) }));
      const laws = await lawOfPlaces(asked, groups, areTangible);
      known.set(key, laws.map(withoutDocument));
      return laws;
    });
}

/** The law without its group, which contains the items of a single document. */
const withoutDocument = ({ group: _, ...law }: LawOfPlace): RememberedLaw => law;

function bytesRemembered(laws: readonly RememberedLaw[], key: string): number {
  return laws.reduce((sum, { kinds }) => sum + bytesOf.place + bytesOf.item * kinds.length, 2 * key.length);
}

/** The buyer affects the law only through its tax number and the country of its address. */
const buyerKey = ({ customer: { taxNumber, address } }: Asked) =>
  taxNumber === null ? null : [taxNumber, address?.country];

function saleKey(input: TransactionInput, { version, bundledVersion }: ReferenceData) {
  const { shippingAddress, shipFromAddress, items, shippingFee, require, isTaxInclusive } = input;
  // Only imported boundaries distinguish streets.
  const hasStreets = version !== bundledVersion;
  const placed = (address: Address | null) =>
    address && !hasStreets ? { ...address, street: address.street === null ? null : '' } : address;
  return [
    taxDateOf(input),
    placed(shippingAddress),
    placed(shipFromAddress),
    items.map(({ taxCode, attributes }) => (attributes ? [taxCode, attributes] : taxCode)),
    shippingFee?.taxCode ?? null,
    isTaxInclusive,
    require,
  ];
}
