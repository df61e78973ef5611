import type { TenantSettings } from '../account/tenant.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import type { PlaceFacts } from '../places/place-law.ts';
import { type DeclaredBasis, declaredBasisAt, isBasisToCollect } from './declared-basis.ts';
import type { NexusDeclaration } from './nexus-record.ts';
import { isCoveredBy, isInScheme, type ShopScheme, type ShopSupplyFacts, shopSchemes } from './one-stop-shop.ts';
import type { RemoteSellerBasis } from './remote-seller.ts';

/** Why a seller collects tax at a place, or why not. */
export type CollectionBasis =
  | DeclaredBasis
  | { readonly kind: 'EVERYWHERE' | 'ONE_STOP_SHOP' | 'HOME_OF_ONE_STOP_SHOP' | 'EU_THRESHOLD' }
  | RemoteSellerBasis;

/** Why the tax of an authority (a state, a country, or a region with its own tax) is or is not collected. */
export type AuthorityCollection = { readonly name: string; readonly basis: CollectionBasis };

/** Whether a seller collects tax at a place on a given day. */
export type TaxCollection = {
  readonly isCollecting: boolean;
  /**
   * Whether the seller counts as registered at the place for goods sent there from abroad; the one-stop shop does not
   * count.
   */
  readonly isRegistered: boolean;
  /** Ids of jurisdictions whose tax is not collected although other taxes at the place are collected. */
  readonly uncollected: readonly string[];
  readonly authorities: readonly AuthorityCollection[];
};

/** Whether nexus and registrations decide where a seller collects. A seller that collects everywhere needs neither. */
export function needsDeclarations({ collectionPolicy }: Pick<TenantSettings, 'collectionPolicy'>): boolean {
  return collectionPolicy !== 'EVERYWHERE';
}

export function isCollectedBy(basis: CollectionBasis): boolean {
  const others: readonly string[] = ['EVERYWHERE', ...ofUnion, 'REMOTE_SELLER_PROGRAM'];
  return others.includes(basis.kind) || isBasisToCollect(basis as DeclaredBasis);
}

/** Bases for collecting tax under EU law. They do not count as a registration at the place. */
const ofUnion: readonly string[] = ['ONE_STOP_SHOP', 'HOME_OF_ONE_STOP_SHOP', 'EU_THRESHOLD'];

/** The facts about a supply in the EU on which the schemes depend. */
export type SuppliedFacts = {
  readonly supply: ShopSupplyFacts;
  readonly isOnSite: boolean;
  readonly isToBusiness: boolean;
};

/** The decision that results from the measured sales to consumers in the EU. */
export type PastThreshold = {
  /** Set if these sales exceeded the threshold: the tax of the destination is due without a registration. */
  readonly isPastEuThreshold?: boolean;
  /** Set if these sales determined `euDistanceSales`. */
  readonly isEuThresholdMeasured?: boolean;
};

type TaxCollectionQuestion = {
  readonly settings: Pick<TenantSettings, 'collectionPolicy' | 'oneStopShop' | 'homeAddress'> & PastThreshold;
  readonly declarations: readonly NexusDeclaration[];
  readonly facts: Pick<PlaceFacts, 'authority' | 'taxPlace' | 'territory'>;
  readonly countryFacts: CountryFacts | null;
  /** The state program for remote sellers in which the seller takes part; null if the seller is in no program. */
  readonly remoteSeller: RemoteSellerBasis | null;
  /** Null if no particular supply is meant; any scheme then counts. */
  readonly supplied: SuppliedFacts | null;
};

/**
 * Unless the seller collects everywhere, tax is collected on the basis of declared nexus, a registration, a state
 * program, the one-stop shop or the EU threshold.
 */
export function taxCollectionAt(question: TaxCollectionQuestion): TaxCollection {
  const { settings, facts } = question;
  const { authority } = facts;
  if (!needsDeclarations(settings)) return asOne(authority.name, { kind: 'EVERYWHERE' }, true);
  const ofRegion = regionWithOwnTax(question);
  if (ofRegion) return besideRegion(question, ofRegion);
  const basis = basisOfPlace(question);
  if (isBasisToCollect(basis)) return asOne(authority.name, basis, true);
  if (question.remoteSeller !== null) return asOne(authority.name, question.remoteSeller, true);
  const { kind } = unionBasis(question) ?? basis;
  return asOne(authority.name, kind === basis.kind ? basis : ({ kind } as CollectionBasis), false);
}

type UnionBasis = { readonly kind: 'ONE_STOP_SHOP' | 'HOME_OF_ONE_STOP_SHOP' | 'EU_THRESHOLD' };

/** Why a member state's VAT is collected without a registration there; null if it is not collected. */
function unionBasis({ settings, declarations, facts, supplied }: TaxCollectionQuestion): UnionBasis | null {
  const { territory, taxPlace } = facts;
  const day = taxPlace.taxDate;
  const isIn = (scheme: ShopScheme, only?: string) =>
    isInScheme(scheme, day, {
      oneStopShop: settings.oneStopShop,
      declarations: only === undefined ? declarations : declarations.filter(({ country }) => country === only),
    });
  const isInEu = supplied?.supply.kind === 'SERVICES' ? territory.isInEuForServices : territory.isInEuForGoods;
  if (!isInEu) return null;
  // The Union scheme uses the number of the country of establishment (article 369d), so the seller is registered there.
  const home = settings.homeAddress.country;
  if (territory.country === home && isIn('UNION_ONE_STOP_SHOP', home)) return { kind: 'HOME_OF_ONE_STOP_SHOP' };
  const isOfScheme = (scheme: ShopScheme) => supplied === null || isCoveredBy(scheme, supplied.supply);
  // The schemes cover services only if they are supplied to consumers.
  const isToConsumer = !(supplied?.supply.kind === 'SERVICES' && supplied.isToBusiness);
  if (isToConsumer && shopSchemes.some((scheme) => isIn(scheme) && isOfScheme(scheme)))
    return { kind: 'ONE_STOP_SHOP' };
  return settings.isPastEuThreshold && isMeasured(supplied) ? { kind: 'EU_THRESHOLD' } : null;
}

/** Directive 2006/112/EC, article 59c: electronic services, and goods from one member state to another. */
export function isMeasured(supplied: SuppliedFacts | null): boolean {
  if (supplied === null || supplied.isOnSite) return false;
  return isCoveredBy('UNION_ONE_STOP_SHOP', supplied.supply);
}

function asOne(name: string, basis: CollectionBasis, isRegistered: boolean): TaxCollection {
  const isCollecting = isRegistered || ofUnion.includes(basis.kind);
  return { isCollecting, isRegistered, uncollected: [], authorities: [{ name, basis }] };
}

/**
 * In the US, the basis in the state. Elsewhere, a registration in the country covers its regions, and a registration in
 * a region covers only that region.
 */
function basisOfPlace({ declarations, facts }: TaxCollectionQuestion): DeclaredBasis {
  const { regime, country, subdivision, taxDate } = facts.taxPlace;
  const ofRegion =
    subdivision === null ? null : declaredBasisAt(declarations, { country, state: subdivision }, taxDate);
  if (regime === 'SALES_TAX') return ofRegion ?? { kind: 'NOTHING_DECLARED' };
  const ofCountry = declaredBasisAt(declarations, { country, state: null }, taxDate);
  if (isBasisToCollect(ofCountry) || ofRegion === null || ofRegion.kind === 'NOTHING_DECLARED') return ofCountry;
  return ofRegion;
}

type Region = { readonly id: string; readonly name: string };

/** A region whose tax is separate from the country's, such as Quebec, has its own register. */
function regionWithOwnTax({ facts, countryFacts }: TaxCollectionQuestion): Region | null {
  const { regime, rates } = facts.taxPlace;
  if (regime === 'SALES_TAX' || facts.authority.taxName === countryFacts?.taxName) return null;
  return rates.find(({ jurisdiction }) => jurisdiction.level === 'REGION')?.jurisdiction ?? null;
}

/** The country and the region each need their own registration. */
function besideRegion({ declarations, facts }: TaxCollectionQuestion, region: Region): TaxCollection {
  const { country, subdivision, taxDate, rates } = facts.taxPlace;
  const ofRegion = declaredBasisAt(declarations, { country, state: subdivision }, taxDate);
  const ofCountry = declaredBasisAt(declarations, { country, state: null }, taxDate);
  const isOfRegion = ({ jurisdiction }: (typeof rates)[number]) => jurisdiction.level === 'REGION';
  const isCollected = (rate: (typeof rates)[number]) => isBasisToCollect(isOfRegion(rate) ? ofRegion : ofCountry);
  const uncollected = rates.filter((rate) => !isCollected(rate)).map(({ jurisdiction }) => jurisdiction.id);
  const isCollecting = uncollected.length < rates.length;
  const isCountryTaxing = !rates.every(isOfRegion);
  return {
    isCollecting,
    isRegistered: isCollecting,
    uncollected: isCollecting ? uncollected : [],
    authorities: [
      ...(isCountryTaxing ? [{ name: facts.authority.name, basis: ofCountry }] : []),
      { name: region.name, basis: ofRegion },
    ],
  };
}
