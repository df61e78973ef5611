import type { MatchedPlace, SellerPlace } from '../../../domain/places/address-match.ts';
import { uncheckedPlace } from './address-match.ts';
import type { GlobalBook } from './country-book.ts';

/**
 * The place whose rates apply to this seller. The lower rates of some islands and border regions apply only to sellers
 * established in such a region; the country's rates apply to other sellers. If the seller is unknown, the lower rates
 * apply, with the region's notice.
 */
export function placeForSeller(book: GlobalBook, place: MatchedPlace, seller: SellerPlace | null): MatchedPlace {
  const region = book.regions.get(place.subdivision ?? '');
  if (!region?.elsewhere || seller === null) return place;
  const hasOwnRates = region.kind === 'replaces';
  const ofSeller = book.regions.get(seller.subdivision ?? '');
  const isWithin = ofSeller?.country === region.country && ofSeller.elsewhere !== null && ofSeller.kind === 'replaces';
  const told = new Set(region.notices.map(({ message }) => message));
  const others = place.notices.filter(({ message }) => !told.has(message));
  if (isWithin) return hasOwnRates ? { ...place, notices: others } : place;
  const uncertainty = uncheckedPlace(region).message;
  return {
    ...place,
    subdivision: null,
    jurisdictionIds: [place.country],
    notices: [...others.filter(({ message }) => message !== uncertainty), ...region.elsewhere],
  };
}
