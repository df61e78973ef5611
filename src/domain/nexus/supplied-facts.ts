import type { SuppliedKind, Territory } from '../../tax/law/supply.ts';
import type { TenantSettings } from '../account/tenant.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import type { PlaceFacts } from '../places/place-law.ts';
import type { NexusDeclaration } from './nexus-record.ts';
import { establishedIn } from './one-stop-shop.ts';
import type { SuppliedFacts } from './tax-collection.ts';

type SuppliedThere = {
  readonly settings: Pick<TenantSettings, 'homeAddress'>;
  readonly declarations: readonly NexusDeclaration[];
  readonly reference: { countryFacts(country: string): CountryFacts | null };
  readonly origin: Territory | null;
  readonly kind: SuppliedKind;
  readonly isToBusiness: boolean;
};

/** The facts that determine the one-stop-shop scheme. */
export function suppliedThere(
  { territory, taxPlace }: Pick<PlaceFacts, 'territory' | 'taxPlace'>,
  sale: SuppliedThere,
): SuppliedFacts {
  const { origin, kind, isToBusiness, settings, declarations, reference } = sale;
  const isShared = (one: Territory) => one.taxTerritories.some((each) => territory.taxTerritories.includes(each));
  const isOnSite = kind === 'ON_SITE';
  if (kind === 'GOODS') {
    const isDomestic = origin !== null && isShared(origin);
    const isFromUnion = origin === null ? null : origin.isInEuForGoods;
    return { isOnSite, isToBusiness, supply: { kind, isFromUnion, isDomestic } };
  }
  const offices = [settings.homeAddress.country, ...establishedIn(declarations, taxPlace.taxDate)];
  const isEstablishedInUnion = offices.some((country) => reference.countryFacts(country)?.isInEu);
  const isEstablishedThere = offices.includes(territory.country);
  return { isOnSite, isToBusiness, supply: { kind: 'SERVICES', isEstablishedInUnion, isEstablishedThere } };
}
