import type { TenantSettings } from '../account/tenant.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import type { PlaceFacts } from '../places/place-law.ts';
import type { NexusDeclaration } from './nexus.ts';
import { groundAt, isGroundToCollect, isInOneStopShop, type NexusGround } from './nexus-ground.ts';

/** What a seller collects tax at a place by, or why it does not. */
export type CollectionGround = NexusGround | { readonly kind: 'EVERYWHERE' | 'ONE_STOP_SHOP' };

/** An authority whose tax is collected or not: a state, a country, or a region with a tax of its own. */
export type CollectedFor = { readonly name: string; readonly ground: CollectionGround };

/** Whether a seller collects tax at a place on a day. */
export type Collection = {
  readonly isCollecting: boolean;
  /** Whether it is registered there, as far as exports are concerned: the one-stop shop is no registration. */
  readonly isRegistered: boolean;
  /** Ids of jurisdictions whose tax is not collected although that of others there is. */
  readonly uncollected: readonly string[];
  /** Whose tax it is about, and by what it is collected or not. */
  readonly grounds: readonly CollectedFor[];
};

export function isCollectedBy(ground: CollectionGround): boolean {
  return ground.kind === 'EVERYWHERE' || ground.kind === 'ONE_STOP_SHOP' || isGroundToCollect(ground);
}

export type CollectionQuestion = {
  readonly settings: Pick<TenantSettings, 'collect' | 'oneStopShop'>;
  readonly declarations: readonly NexusDeclaration[];
  readonly facts: Pick<PlaceFacts, 'authority' | 'taxPlace' | 'territory'>;
  readonly countryFacts: CountryFacts | null;
};

/** Declared nexus and registrations decide where tax is collected, unless the seller collects everywhere. */
export function collectionAt(question: CollectionQuestion): Collection {
  const { settings, declarations, facts } = question;
  const { authority, taxPlace, territory } = facts;
  if (settings.collect === 'EVERYWHERE') return asOne(authority.name, { kind: 'EVERYWHERE' }, true);
  const ofRegion = regionWithOwnTax(question);
  if (ofRegion) return besideRegion(question, ofRegion);
  const ground = groundOfPlace(question);
  if (isGroundToCollect(ground)) return asOne(authority.name, ground, true);
  const isInEu = territory.isInEuForGoods || territory.isInEuForServices;
  const isShared = isInEu && (settings.oneStopShop || isInOneStopShop(declarations, taxPlace.taxDate));
  return asOne(authority.name, isShared ? { kind: 'ONE_STOP_SHOP' } : ground, false);
}

function asOne(name: string, ground: CollectionGround, isRegistered: boolean): Collection {
  const isCollecting = isRegistered || ground.kind === 'ONE_STOP_SHOP';
  return { isCollecting, isRegistered, uncollected: [], grounds: [{ name, ground }] };
}

/** In the US that of the state; elsewhere a registration in the country serves its regions, and one in a region it alone. */
function groundOfPlace({ declarations, facts }: CollectionQuestion): NexusGround {
  const { regime, country, subdivision, taxDate } = facts.taxPlace;
  const ofRegion = subdivision === null ? null : groundAt(declarations, { country, state: subdivision }, taxDate);
  if (regime === 'SALES_TAX') return ofRegion ?? { kind: 'NOTHING_DECLARED' };
  const ofCountry = groundAt(declarations, { country, state: null }, taxDate);
  if (isGroundToCollect(ofCountry) || ofRegion === null || ofRegion.kind === 'NOTHING_DECLARED') return ofCountry;
  return ofRegion;
}

type Region = { readonly id: string; readonly name: string };

/** A region whose tax is not the country's, as Quebec's beside the federal one: it has a register of its own. */
function regionWithOwnTax({ facts, countryFacts }: CollectionQuestion): Region | null {
  const { regime, rates } = facts.taxPlace;
  if (regime === 'SALES_TAX' || facts.authority.taxName === countryFacts?.taxName) return null;
  return rates.find(({ jurisdiction }) => jurisdiction.level === 'REGION')?.jurisdiction ?? null;
}

/** The tax of the country and that of the region are collected each by its own registration. */
function besideRegion({ declarations, facts }: CollectionQuestion, region: Region): Collection {
  const { country, subdivision, taxDate, rates } = facts.taxPlace;
  const ofRegion = groundAt(declarations, { country, state: subdivision }, taxDate);
  const ofCountry = groundAt(declarations, { country, state: null }, taxDate);
  const isOfRegion = ({ jurisdiction }: (typeof rates)[number]) => jurisdiction.level === 'REGION';
  const isCollected = (rate: (typeof rates)[number]) => isGroundToCollect(isOfRegion(rate) ? ofRegion : ofCountry);
  const uncollected = rates.filter((rate) => !isCollected(rate)).map(({ jurisdiction }) => jurisdiction.id);
  const isCollecting = uncollected.length < rates.length;
  const isCountryTaxing = !rates.every(isOfRegion);
  return {
    isCollecting,
    isRegistered: isCollecting,
    uncollected: isCollecting ? uncollected : [],
    grounds: [
      ...(isCountryTaxing ? [{ name: facts.authority.name, ground: ofCountry }] : []),
      { name: region.name, ground: ofRegion },
    ],
  };
}
