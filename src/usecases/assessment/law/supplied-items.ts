import { isHomeKnown } from '../../../domain/account/tenant.ts';
import { establishedIn } from '../../../domain/nexus/one-stop-shop.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import { electronicArticle, type PlaceFacts, type ServiceArticle } from '../../../domain/places/place-law.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { SuppliedKind } from '../../../tax/law/supply.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { issuerNamed } from '../../tax-numbers/tax-number-issuer.ts';
import { originOf } from '../places/find-place.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { buyerNumber } from './buyer-number.ts';

/**
 * The place where an item is supplied. The default is its destination. A service may be supplied at a place of the
 * seller in the EU, goods where their dispatch begins, and a service to an EU consumer at the seller's establishment
 * outside the EU. In a tax territory of two countries, the place is the seller's place, and `article` is null.
 */
type SuppliedAt =
  /** `supplier` is the place of the seller that supplies a service; absent for the document's shipping origin. */
  | { readonly kind: 'DESTINATION'; readonly supplier?: MatchedPlace | null }
  | { readonly kind: 'SELLER'; readonly place: MatchedPlace; readonly article: ServiceArticle | null }
  | { readonly kind: 'DISPATCH'; readonly place: MatchedPlace; readonly numberCountry: string }
  | { readonly kind: 'OUTSIDE_EU'; readonly article: ServiceArticle };

export type SuppliedItem = {
  readonly kind: SuppliedKind;
  readonly at: SuppliedAt;
  readonly notices: readonly Notice[];
};

type Sale = Pick<AssessmentRequest, 'input' | 'customer' | 'settings' | 'declarations' | 'reference'> & {
  readonly found: { readonly facts: PlaceFacts; readonly taxDate: string; readonly seller: MatchedPlace | null };
};

const atDestination: SuppliedAt = { kind: 'DESTINATION' };

/**
 * How each item is supplied. Services follow the article of Directive 2006/112/EC that covers them; most goods are
 * supplied at their destination.
 */
export async function suppliedItems(sale: Sale, areTangible: readonly boolean[]): Promise<readonly SuppliedItem[]> {
  const { input, reference } = sale;
  const kinds = input.items.map(({ taxCode }, index): SuppliedKind => {
    if (areTangible[index]) return 'GOODS';
    const code = reference.findTaxCode(taxCode);
    // A multi-purpose voucher is not a supply, wherever it is sold: article 30b (2).
    return code?.isOnSite || code?.kind === 'STORED_VALUE' ? 'ON_SITE' : 'SERVICE';
  });
  const shared = placeInSharedTerritory(sale);
  if (shared !== null) {
    const atSeller: SuppliedAt = { kind: 'SELLER', place: shared, article: null };
    return kinds.map((kind) => ({ kind, at: kind === 'ON_SITE' ? atDestination : atSeller, notices: [] }));
  }
  const ofGoods = kinds.includes('GOODS') ? placeOfGoods(sale) : atDestination;
  const ordinary = kinds.map((kind): SuppliedItem => {
    return { kind, at: kind === 'GOODS' ? ofGoods : atDestination, notices: [] };
  });
  const isPlacedApart = ({ taxCode }: { readonly taxCode: string }, index: number) =>
    kinds[index] !== 'SERVICE' && (reference.servicePlace(taxCode)?.unclear ?? null) !== null;
  if (!(kinds.includes('SERVICE') || input.items.some(isPlacedApart)) || !(await concernsEu(sale))) return ordinary;
  const placing = await placesOfServices(sale);
  return input.items.map((item, index) => {
    const { taxCode } = item;
    const kind = kinds[index]!;
    // Meals are goods in US law, and a journey is taxed at its address. Only the notice about their place is kept.
    if (isPlacedApart(item, index))
      return { ...ordinary[index]!, notices: placing(taxCode, `/items/${index}/taxCode`).notices };
    const isDelivery = ['SHIPPING', 'HANDLING'].includes(reference.findTaxCode(taxCode)?.kind ?? '');
    // Delivery is part of the delivered goods.
    if (kind !== 'SERVICE' || (isDelivery && kinds.includes('GOODS'))) return ordinary[index]!;
    return placing(taxCode, `/items/${index}/taxCode`);
  });
}

/** The seller's place, if its country and the destination's form one tax territory (Switzerland and Liechtenstein). */
function placeInSharedTerritory({ reference, found: { facts, seller, taxDate } }: Sale): MatchedPlace | null {
  if (seller === null || seller.country === facts.taxPlace.country) return null;
  const { taxTerritories } = reference.placeFacts(seller, taxDate).territory;
  return taxTerritories.some((one) => facts.territory.taxTerritories.includes(one)) ? seller : null;
}

/**
 * Goods sent to another member state, for a business with a number from the state of dispatch or from a country outside
 * the EU, are neither a distance sale nor exempt: the state of dispatch taxes them (Directive 2006/112/EC, articles 14
 * (4), 32, 33 and 138 (1)).
 */
function placeOfGoods({ customer, reference, found: { facts, seller, taxDate } }: Sale): SuppliedAt {
  if (customer.taxNumber === null || seller === null || !facts.territory.isInEuForGoods) return atDestination;
  const { isInEuForGoods, taxTerritories } = reference.placeFacts(seller, taxDate).territory;
  const isSent = isInEuForGoods && !taxTerritories.some((one) => facts.territory.taxTerritories.includes(one));
  const numberCountry = isSent ? numberCountryOf(customer, facts, reference) : null;
  if (numberCountry === null) return atDestination;
  const isOutside = numberCountry !== 'XI' && reference.countryFacts(numberCountry)?.isInEu !== true;
  const isTaxedThere = taxTerritories.includes(numberCountry) || isOutside;
  return isTaxedThere ? { kind: 'DISPATCH', place: seller, numberCountry } : atDestination;
}

/**
 * The country of the buyer's valid number. Outside the EU, a number does not exempt a sale, but identifies a business.
 */
function numberCountryOf(customer: Sale['customer'], facts: PlaceFacts, reference: ReferenceData): string | null {
  const inEu = buyerNumber(reference, customer, facts).country;
  if (inEu !== null) return inEu === facts.territory.country && !facts.territory.isInEuForServices ? null : inEu;
  const named = customer.address?.country ? issuerNamed(reference, customer.address.country) : null;
  const check = reference.checkTaxNumber(customer.taxNumber!, named?.code ?? null);
  return check?.isValid ? check.country : null;
}

/** EU law applies only to sellers or buyers in the EU. */
async function concernsEu({ found, settings, reference, input }: Sale): Promise<boolean> {
  if (found.facts.territory.isInEuForServices) return true;
  const home = reference.countryFacts(settings.homeAddress.country)?.isInEu === true;
  const from = input.shipFromAddress?.country;
  return home || (from != null && reference.countryFacts(reference.findCountry(from) ?? '')?.isInEu === true);
}

type Placing = (taxCode: string, pointer: string) => SuppliedItem;

async function placesOfServices(sale: Sale): Promise<Placing> {
  const { found, customer, reference } = sale;
  const { facts, taxDate } = found;
  const isInEu = facts.territory.isInEuForServices;
  const number = facts.taxPlace.regime === 'GLOBAL_TAX' ? buyerNumber(reference, customer, facts).country : null;
  // Outside the EU, where few numbers can be checked, any number identifies a business.
  const isBusiness = number !== null || (!isInEu && customer.taxNumber !== null);
  const [supplier, departure] = await sellerPlaces(sale);
  const territoryOf = (place: MatchedPlace | null) => place && reference.placeFacts(place, taxDate).territory;
  const there: SuppliedAt = { kind: 'DESTINATION', supplier };
  return (taxCode, pointer) => {
    const service = reference.servicePlace(taxCode);
    if (service === null) return { kind: 'SERVICE', at: there, notices: [] };
    const article = isBusiness ? service.businesses : isInEu ? service.consumers : service.consumersOutsideEu;
    const isOfSeller = article.place === 'SUPPLIER' || article.place === 'DEPARTURE';
    // The threshold covers only article 58: other services are taxed where they are supplied (article 59c).
    const isOutsideThreshold = article.place === 'CUSTOMER' && !isBusiness && article.article !== electronicArticle;
    const kind = article.place === 'ON_SITE' || (isInEu && isOutsideThreshold) ? 'ON_SITE' : 'SERVICE';
    const place = article.place === 'DEPARTURE' ? departure : supplier;
    const territory = territoryOf(place);
    const isWithin = territory?.taxTerritories.some((one) => facts.territory.taxTerritories.includes(one)) === true;
    // If seller and buyer are in the same country, every article leads to the same place.
    if (isWithin) return { kind, at: there, notices: [] };
    // For most services to a business, the place of performance is irrelevant (article 44).
    const isClear = service.unclear === null || (isBusiness && service.businesses.article === '44');
    const notices = isClear ? [] : [unclearNotice(article, service.unclear!, pointer)];
    const isOfSellersCountry = number !== null && territory?.taxTerritories.includes(number) === true;
    if (article.place === 'CUSTOMER' && isOfSellersCountry && place) {
      return { kind: 'SERVICE', at: { kind: 'SELLER', place, article }, notices };
    }
    if (!isOfSeller) return { kind, at: there, notices };
    if (place && territory?.isInEuForServices)
      return { kind: 'SERVICE', at: { kind: 'SELLER', place, article }, notices };
    return {
      kind: 'SERVICE',
      at: isInEu ? { kind: 'OUTSIDE_EU', article } : there,
      notices: isInEu ? notices : [],
    };
  };
}

/** The places from which the seller supplies services and ships goods; null if unknown. */
async function sellerPlaces({ input, settings, declarations, reference, found }: Sale) {
  const { taxDate } = found;
  const departure = found.seller ?? (await originOf(input.shipFromAddress, settings, { reference, taxDate }));
  const { homeAddress } = settings;
  const isSupplier =
    departure === null ||
    !isHomeKnown(homeAddress) ||
    departure.country === homeAddress.country ||
    establishedIn(declarations, taxDate).includes(departure.country);
  return [isSupplier ? departure : await originOf(null, settings, { reference, taxDate }), departure] as const;
}

function unclearNotice({ article, about }: ServiceArticle, unclear: string, pointer: string): Notice {
  const message = `The place of supply follows article ${article} of Directive 2006/112/EC (${about}). ${unclear}`;
  return { code: 'SERVICE_PLACE_UNCERTAIN', pointer, message };
}

/** The notice for goods and services that are not taxed at their destination. */
export function placeOfSupplyNotice(
  at: Exclude<SuppliedAt, { kind: 'DESTINATION' }>,
  { reference, destination }: { readonly reference: ReferenceData; readonly destination: string },
): Notice {
  const code = at.kind === 'DISPATCH' ? 'TAXED_AT_DISPATCH' : 'TAXED_AT_SELLER';
  return { code, pointer: '/shippingAddress', message: placeOfSupply(at, reference, destination) };
}

function placeOfSupply(
  at: Exclude<SuppliedAt, { kind: 'DESTINATION' }>,
  reference: ReferenceData,
  destination: string,
): string {
  const nameOf = ({ country }: MatchedPlace) => reference.countryFacts(country)?.name ?? country;
  switch (at.kind) {
    case 'DISPATCH': {
      const name = nameOf(at.place);
      if (at.numberCountry !== at.place.country) {
        const issuer = reference.countryFacts(at.numberCountry)?.name ?? at.numberCountry;
        return `The business gave a tax number from ${issuer}, outside the EU, so this is neither a distance sale to a consumer nor exempt: the VAT of ${name}, where the dispatch of the goods begins, applies (articles 14 (4), 32 and 138 (1) of Directive 2006/112/EC). With a VAT number from another member state, the sale would be exempt.`;
      }
      return `The business gave a VAT number from ${name}, where the dispatch of the goods begins, so the VAT of ${name} applies (articles 32 and 138 (1) of Directive 2006/112/EC). With a number from another member state, the sale would be exempt.`;
    }
    case 'SELLER':
      if (at.article === null) {
        const name = nameOf(at.place);
        return `${name} and ${destination} are one territory for VAT, so the VAT of ${name}, where the seller is, applies.`;
      }
      return `These services are supplied at the seller’s establishment (${lawOf(at.article)}), so the VAT of ${nameOf(at.place)} applies.`;
    case 'OUTSIDE_EU':
      return `These services are supplied where the seller is established, outside the EU (${lawOf(at.article)}), so no VAT of ${destination} is due. Any tax there depends on the law of the seller's country.`;
  }
}

const lawOf = ({ article, about }: ServiceArticle) => `article ${article} of Directive 2006/112/EC, ${about}`;
