import type { Address } from '../../domain/base/address.ts';
import { taxDateOf } from '../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { underLaw } from '../assessment/calculate-document.ts';
import { type LawOfPlace, lawOfPlaces } from '../assessment/law/law-of-place.ts';
import type { Asked, UnderLaw } from './causes/supposition.ts';

/** The law of as many sales is remembered, in 40 MB: those of a shop go to the same places with the same goods, again and again. */
const mostRemembered = 5_000;

/**
 * Finds the law of documents. That takes most of the time of a calculation, and depends on no amount, so sales between the same
 * addresses on the same day share it. The settings and declarations of a request must be those of all requests with its `variant`.
 */
export function createLawFinder(): (request: Asked, variant?: string) => Promise<UnderLaw> {
  const known = new Map<string, readonly LawOfPlace[]>();
  return (request, variant = '') =>
    underLaw(request, async (asked, groups, areTangible) => {
      const sales = groups.map(({ input, indexes }) => [
        saleKey(input, request.reference),
        indexes.map((index) => areTangible[index]),
      ]);
      const key = JSON.stringify([variant, buyerKey(request), sales]);
      const found = known.get(key);
      if (found) return found.map((law, index) => ({ ...law, group: groups[index]! }));
      const laws = await lawOfPlaces(asked, groups, areTangible);
      if (known.size >= mostRemembered) known.clear();
      known.set(key, laws);
      return laws;
    });
}

/** Of a buyer, the law depends on the tax number alone, and on the country that it is from. */
const buyerKey = ({ customer: { taxNumber, address } }: Asked) =>
  taxNumber === null ? null : [taxNumber, address?.country];

function saleKey(input: TransactionInput, { version, bundledVersion }: ReferenceData) {
  const { shippingAddress, shipFromAddress, items, shippingFee, require, isTaxInclusive } = input;
  // Only imported boundaries tell one street from another.
  const hasStreets = version !== bundledVersion;
  const placed = (address: Address | null) =>
    address && !hasStreets ? { ...address, street: address.street === null ? null : '' } : address;
  return [
    taxDateOf(input),
    placed(shippingAddress),
    placed(shipFromAddress),
    items.map(({ taxCode }) => taxCode),
    shippingFee?.taxCode ?? null,
    isTaxInclusive,
    require,
  ];
}
