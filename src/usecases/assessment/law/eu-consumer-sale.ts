import { declaredBasisAt, isBasisToCollect } from '../../../domain/nexus/declared-basis.ts';
import { establishedIn } from '../../../domain/nexus/one-stop-shop.ts';
import { suppliedThere } from '../../../domain/nexus/supplied-facts.ts';
import { taxCollectionAt } from '../../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../../domain/places/place-law.ts';
import type { SuppliedKind } from '../../../tax/law/supply.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { buyerNumber } from './buyer-number.ts';

type SaleFromHome = Pick<AssessmentRequest, 'customer' | 'settings' | 'declarations' | 'reference'> & {
  readonly seller: MatchedPlace | null;
  /** The facts about the destination and its law. */
  readonly facts: PlaceFacts;
  readonly kind: SuppliedKind;
};

/**
 * The seller's place if its VAT is due on a sale to a consumer in another member state (Directive 2006/112/EC, article
 * 59c): such sales remain below 10,000 EUR a year, the goods leave from the only state in which the seller is
 * established, and neither the one-stop shop nor a registration at the destination is used. Null otherwise, and for
 * services outside article 58, which are `ON_SITE` or supplied at the seller.
 */
export function placeOfSaleFromHome(sale: SaleFromHome): MatchedPlace | null {
  const { settings, declarations, reference, seller, customer, facts, kind } = sale;
  const { taxDate } = facts.taxPlace;
  if (settings.collectionPolicy === 'EVERYWHERE' || settings.euDistanceSales === 'ABOVE_THRESHOLD') return null;
  if (seller === null || seller.country !== settings.homeAddress.country || taxDate < '2021-07-01') return null;
  const origin = reference.placeFacts(seller, taxDate);
  if (kind === 'ON_SITE' || !isSoldAbroad(facts, origin, kind)) return null;
  if (establishedIn(declarations, taxDate).some((country) => country !== seller.country)) return null;
  const isRegisteredAtHome = isBasisToCollect(
    declaredBasisAt(declarations, { country: seller.country, state: null }, taxDate),
  );
  const numberCountry = buyerNumber(reference, customer, facts).country;
  const collection = taxCollectionAt({
    settings,
    declarations,
    facts,
    countryFacts: reference.countryFacts(facts.taxPlace.country),
    remoteSeller: null,
    supplied: suppliedThere(facts, { ...sale, origin: origin.territory, isToBusiness: numberCountry !== null }),
  });
  if (!isRegisteredAtHome || collection.isCollecting) return null;
  return numberCountry === null ? seller : null;
}

/** From one member state to another; goods may also go to Northern Ireland. */
function isSoldAbroad({ territory }: PlaceFacts, origin: PlaceFacts, kind: SuppliedKind): boolean {
  const isSame = territory.taxTerritories.some((one) => origin.territory.taxTerritories.includes(one));
  const isFromEu = origin.territory.isInEuForGoods && origin.territory.isInEuForServices;
  const isToEu = territory.isInEuForGoods && (kind === 'GOODS' || territory.isInEuForServices);
  return isFromEu && isToEu && !isSame;
}

export function saleFromHomeNotice(home: PlaceFacts, destination: PlaceFacts): Notice {
  const message = `The VAT of ${home.authority.name} applies because the account declares sales to consumers in other member states below 10,000 EUR a year. Above that, the VAT of ${destination.authority.name} is due.`;
  return { code: 'TAXED_AT_ORIGIN', pointer: '/shippingAddress', message };
}
