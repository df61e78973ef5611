import type { Issue } from '../base/errors.ts';
import { holdsOn } from './nexus.ts';
import type { NexusDeclaration, NexusRegistration, RegistrationScheme } from './nexus-record.ts';

export type ShopScheme = Exclude<RegistrationScheme, 'STANDARD'>;

export const shopSchemes = [
  'UNION_ONE_STOP_SHOP',
  'NON_UNION_ONE_STOP_SHOP',
  'IMPORT_ONE_STOP_SHOP',
] as const satisfies readonly ShopScheme[];

export function isShopScheme(scheme: RegistrationScheme): scheme is ShopScheme {
  return scheme !== 'STANDARD';
}

/** Numbers in the import scheme: Commission Implementing Regulation (EU) 2020/194, annex III. */
const importNumber = /^IM\d{10}$/;

/** A scheme number without separators, in upper case. */
export const plainNumber = (number: string): string => number.toUpperCase().replaceAll(/[\s./-]/g, '');

/** Whether a number, in any usual spelling, belongs to the import scheme. */
export const isImportNumber = (number: string): boolean => importNumber.test(plainNumber(number));

/**
 * The scheme of a registration. A Union registration with a number that belongs to the import scheme counts for that
 * scheme.
 */
export function schemeOf({ scheme, number }: Pick<NexusRegistration, 'scheme' | 'number'>): RegistrationScheme {
  const isImport = scheme === 'UNION_ONE_STOP_SHOP' && number !== null && isImportNumber(number);
  return isImport ? 'IMPORT_ONE_STOP_SHOP' : scheme;
}

/** A supply to a consumer in the EU. Northern Ireland is in the EU for goods. */
export type ShopSupplyFacts =
  | {
      readonly kind: 'GOODS';
      /** Whether the goods are dispatched from within the EU; null if the place of dispatch is unknown. */
      readonly isFromUnion: boolean | null;
      /** Whether the goods are dispatched within the member state, or from Great Britain to Northern Ireland. */
      readonly isDomestic: boolean;
    }
  | {
      readonly kind: 'SERVICES';
      /** Whether the seller is established in the EU, by its home country or by a fixed establishment. */
      readonly isEstablishedInUnion: boolean;
      /** Whether the seller is established in the member state of consumption. */
      readonly isEstablishedThere: boolean;
    };

/**
 * Directive 2006/112/EC: articles 369a and 369b (Union), 358a and 359 (non-Union), 369l and 369m (import). Other registrations of
 * the seller make no difference: only an establishment in the member state of consumption excludes services.
 */
export function isCoveredBy(scheme: ShopScheme, supply: ShopSupplyFacts): boolean {
  const { kind } = supply;
  switch (scheme) {
    case 'UNION_ONE_STOP_SHOP':
      if (kind === 'GOODS') return supply.isFromUnion !== false && !supply.isDomestic;
      return supply.isEstablishedInUnion && !supply.isEstablishedThere;
    case 'NON_UNION_ONE_STOP_SHOP':
      return kind === 'SERVICES' && !supply.isEstablishedInUnion;
    case 'IMPORT_ONE_STOP_SHOP':
      return kind === 'GOODS' && supply.isFromUnion !== true && !supply.isDomestic;
  }
}

/**
 * Whether the seller takes part in the scheme on a day. Without any registration under the scheme, the account setting
 * `oneStopShop` decides.
 */
export function isInScheme(
  scheme: ShopScheme,
  day: string,
  { declarations, oneStopShop }: { readonly declarations: readonly NexusDeclaration[]; readonly oneStopShop: boolean },
): boolean {
  const joined = registrationsUnder(scheme, declarations);
  return joined.length === 0 ? oneStopShop : joined.some((one) => holdsOn(one, day));
}

/**
 * Whether a seller takes part in any scheme for its sales abroad. For a seller from the EU, only the Union scheme
 * counts.
 */
export function isInOneStopShop(
  day: string,
  { isFromUnion, ...joined }: Parameters<typeof isInScheme>[2] & { readonly isFromUnion: boolean },
): boolean {
  return (isFromUnion ? (['UNION_ONE_STOP_SHOP'] as const) : shopSchemes).some((one) => isInScheme(one, day, joined));
}

export function registrationsUnder(
  scheme: ShopScheme,
  declarations: readonly Pick<NexusDeclaration, 'registrations'>[],
): readonly NexusRegistration[] {
  return declarations.flatMap(({ registrations }) => registrations.filter((one) => schemeOf(one) === scheme));
}

/** The countries in which the seller has a fixed establishment on a day. */
export function establishedIn(declarations: readonly NexusDeclaration[], day: string): readonly string[] {
  return declarations
    .filter(({ registrations }) => registrations.some((one) => one.hasFixedEstablishment && holdsOn(one, day)))
    .map(({ country }) => country);
}

/**
 * Union registrations that overlap a Union registration in another member state: a seller has one member state of
 * identification (Directive 2006/112/EC, articles 369a and 369c).
 */
export function unionOverlaps(
  country: string,
  registrations: readonly NexusRegistration[],
  declarations: readonly NexusDeclaration[],
): Issue[] {
  const scheme = 'UNION_ONE_STOP_SHOP';
  const others = declarations.filter((one) => one.country !== country);
  return registrations.flatMap((sent, index): Issue[] => {
    if (schemeOf(sent) !== scheme) return [];
    const other = others.find((one) => registrationsUnder(scheme, [one]).some((held) => doOverlap(held, sent)));
    if (!other) return [];
    const message = `${other.country} has a Union one-stop-shop registration in the same period, and only one member state can have it. End that registration first, or change the dates.`;
    return [{ path: ['registrations', index, 'validFrom'], code: 'OVERLAP', message }];
  });
}

function doOverlap(one: NexusRegistration, other: NexusRegistration): boolean {
  const startsBeforeEnd = (first: NexusRegistration, { validThrough }: NexusRegistration) =>
    validThrough === null || first.validFrom <= validThrough;
  return startsBeforeEnd(one, other) && startsBeforeEnd(other, one);
}
