import type { TenantSettings } from '../../domain/account/tenant.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import { describeAuthority, describeCollection } from '../../domain/nexus/describe-collection.ts';
import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { type PlaceCollection, thresholdOn, type WatchedPlace } from '../../domain/nexus/nexus-tracker.ts';
import { isInOneStopShop } from '../../domain/nexus/one-stop-shop.ts';
import { type RemoteSellerBasis, remoteSellerBasis } from '../../domain/nexus/remote-seller.ts';
import { type CollectionBasis, isCollectedBy, taxCollectionAt } from '../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { euCode } from '../../domain/places/eu-code.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/**
 * All US states by code, then all other countries by code, each followed by its regions with declarations. For a seller
 * in the EU, the other member states together are included as well.
 */
export function watchedPlaces(
  reference: ReferenceData,
  declarations: readonly NexusDeclaration[],
  { on, home }: { readonly on: string; readonly home: string },
): WatchedPlace[] {
  const byCode = (one: { readonly code: string }, other: { readonly code: string }) => (one.code < other.code ? -1 : 1);
  const states = reference.states.toSorted(byCode).map(({ code, name }) => ({
    country: 'US',
    state: code,
    name,
    currency: 'USD',
    threshold: thresholdOn(reference.nexusThresholds(code), on),
  }));
  const countries = reference.countries
    .filter(({ code }) => code !== 'US')
    .toSorted(byCode)
    .flatMap(({ code, name, ...facts }): WatchedPlace[] => {
      const threshold = thresholdOn(reference.nexusThresholdsAbroad(code, home), on);
      const currency = threshold?.currency ?? facts.currency;
      const regions = declarations.filter(({ country, state }) => country === code && state !== null);
      return [
        { country: code, state: null, name, currency, threshold },
        ...regions.map(({ state }) => ({
          country: code,
          state,
          name: nameOfPlace(reference, { country: code, state }),
          currency,
          threshold: null,
        })),
      ];
    });
  return [...states, ...countries, ...unionAbroad(reference, home, on)];
}

/** The other member states together, whose sales have totals of their own: see `domain/totals/nexus-entries.ts`. */
export function unionAbroad(reference: ReferenceData, home: string, on: string): WatchedPlace[] {
  const threshold = thresholdOn(reference.nexusThresholdsAbroad(euCode, home), on);
  if (threshold === null) return [];
  const others = reference.countries.filter(({ code, isInEu }) => isInEu && code !== home).map(({ code }) => code);
  const name = 'European Union, other member states';
  return [
    { country: euCode, state: null, name, currency: threshold.currency, threshold, countries: [...others, euCode] },
  ];
}

export function nameOfPlace(reference: ReferenceData, { country, state }: NexusPlace): string {
  if (state === null) return reference.countryFacts(country)?.name ?? country;
  if (country === 'US') return reference.findState(state)?.name ?? state;
  const named = { country, subdivision: state, level: 'REGION', ids: null } as const;
  return reference.jurisdictions(named)[0]?.jurisdiction.name ?? state;
}

type CollectingQuestion = {
  readonly reference: ReferenceData;
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
  readonly on: string;
};

/** Whether the tax of exactly this state, country or region is collected on a day, and why. */
export function collectionIn(place: WatchedPlace, question: CollectingQuestion): PlaceCollection {
  const { reference, settings, declarations, on } = question;
  const { name } = place;
  if (settings.collectionPolicy === 'EVERYWHERE') return collectedBy(name, { kind: 'EVERYWHERE' });
  const basis = declaredBasisAt(declarations, place, on);
  if (isBasisToCollect(basis)) return collectedBy(name, basis);
  if (place.country === 'US') return collectedBy(name, remoteSellerIn(place, question) ?? basis);
  const countryFacts = reference.countryFacts(place.country);
  if (place.state === null) {
    const isInEu = place.country === euCode || countryFacts?.isInEu === true;
    const isFromUnion = reference.countryFacts(settings.homeAddress.country)?.isInEu === true;
    const isShared = isInEu && isInOneStopShop(on, { declarations, oneStopShop: settings.oneStopShop, isFromUnion });
    return collectedBy(name, isShared ? { kind: 'ONE_STOP_SHOP' } : basis);
  }
  const region = regionOf(reference, place);
  if (!region) return collectedBy(name, basis);
  const facts = reference.placeFacts(region, on);
  const asked = { settings, declarations, facts, countryFacts, remoteSeller: null, supplied: null };
  const collection = taxCollectionAt(asked);
  const isCollecting = collection.isCollecting && collection.uncollected.length === 0;
  return { isCollecting, because: describeCollection(collection) ?? describeAuthority({ name, basis }) };
}

/** The state program for remote sellers in which the seller takes part. */
export function remoteSellerIn(
  { country, state }: NexusPlace,
  { reference, settings, on }: Pick<CollectingQuestion, 'reference' | 'settings' | 'on'>,
): RemoteSellerBasis | null {
  const rate = country === 'US' && state !== null ? reference.remoteSellerRate(state, on) : null;
  return remoteSellerBasis(settings, rate, on);
}

function collectedBy(name: string, basis: CollectionBasis): PlaceCollection {
  return { isCollecting: isCollectedBy(basis), because: describeAuthority({ name, basis }) };
}

function regionOf(reference: ReferenceData, { country, state }: NexusPlace): MatchedPlace | null {
  const nowhere = { state: null, county: null, city: null, street: null, zip: null, isPartial: true };
  const match = reference.matchAddress({ ...nowhere, country, region: state });
  return match.kind === 'matched' ? match.place : null;
}
