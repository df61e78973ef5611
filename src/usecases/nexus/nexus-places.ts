import type { TenantSettings } from '../../domain/account/tenant.ts';
import { declaredBasisAt, isBasisToCollect, isInOneStopShop } from '../../domain/nexus/declared-basis.ts';
import type { NexusDeclaration, NexusPlace } from '../../domain/nexus/nexus.ts';
import { thresholdOn, type WatchedPlace } from '../../domain/nexus/nexus-tracker.ts';
import { taxCollectionAt } from '../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** All states, all other countries, and the regions with declarations; each by code. */
export function watchedPlaces(
  reference: ReferenceData,
  declarations: readonly NexusDeclaration[],
  on: string,
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
    .flatMap(({ code, name, currency }): WatchedPlace[] => {
      const regions = declarations.filter(({ country, state }) => country === code && state !== null);
      return [
        { country: code, state: null, name, currency, threshold: null },
        ...regions.map(({ state }) => ({
          country: code,
          state,
          name: nameOfPlace(reference, { country: code, state }),
          currency,
          threshold: null,
        })),
      ];
    });
  return [...states, ...countries];
}

export function nameOfPlace(reference: ReferenceData, { country, state }: NexusPlace): string {
  if (state === null) return reference.countryFacts(country)?.name ?? country;
  if (country === 'US') return reference.findState(state)?.name ?? state;
  const named = { country, subdivision: state, level: 'REGION', nameContains: null, ids: null } as const;
  return reference.jurisdictions(named)[0]?.jurisdiction.name ?? state;
}

export type CollectingQuestion = {
  readonly reference: ReferenceData;
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
  readonly on: string;
};

/** Whether the tax of exactly this state, country or region is collected on a day. */
export function isCollectingIn(place: NexusPlace, question: CollectingQuestion): boolean {
  const { reference, settings, declarations, on } = question;
  if (settings.collect === 'EVERYWHERE' || isBasisToCollect(declaredBasisAt(declarations, place, on))) return true;
  if (place.country === 'US') return false;
  const countryFacts = reference.countryFacts(place.country);
  if (place.state === null) {
    return countryFacts?.isInEu === true && (settings.oneStopShop || isInOneStopShop(declarations, on));
  }
  const region = regionOf(reference, place);
  if (!region) return false;
  const facts = reference.placeFacts(region, on);
  const { isCollecting, uncollected } = taxCollectionAt({ settings, declarations, facts, countryFacts });
  return isCollecting && uncollected.length === 0;
}

function regionOf(reference: ReferenceData, { country, state }: NexusPlace): MatchedPlace | null {
  const nowhere = { state: null, county: null, city: null, street: null, zip: null, isPartial: true };
  const match = reference.matchAddress({ ...nowhere, country, region: state });
  return match.kind === 'matched' ? match.place : null;
}
