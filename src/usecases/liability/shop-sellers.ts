import type { TenantSettings } from '../../domain/account/tenant.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import {
  establishedIn,
  isInScheme,
  registrationsUnder,
  type ShopScheme,
  shopSchemes,
} from '../../domain/nexus/one-stop-shop.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import type { ShopSeller } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import { type DispatchBook, placesOfDispatch } from './places-of-dispatch.ts';

type Joined = {
  readonly scheme: ShopScheme;
  readonly homeAddress: TenantSettings['homeAddress'];
  readonly declarations: readonly NexusDeclaration[];
  readonly isInScheme: (day: string) => boolean;
  /** Receives the countries whose own returns have supplies because of declarations there. */
  readonly onLeft?: (country: string) => void;
};

/** Collects the facts that decide which lines a scheme reports. */
export function shopSeller(book: DispatchBook, { scheme, homeAddress, declarations, ...joined }: Joined): ShopSeller {
  const leave = (country: string, isLeft: boolean) => {
    if (isLeft) joined.onLeft?.(country);
    return isLeft;
  };
  return {
    scheme,
    home: homeAddress.country,
    isInScheme: joined.isInScheme,
    vatOf: (country) => {
      if (country === northernIreland.code) return book.countryFacts(northernIreland.country)?.taxName ?? null;
      const facts = book.countryFacts(country);
      return facts?.isInEu ? facts.taxName : null;
    },
    placeOfDispatch: placesOfDispatch(book, homeAddress),
    isEstablishedIn: (country, day) => {
      const places = establishedIn(declarations, day);
      return country === null ? places.length > 0 : leave(country, places.includes(country));
    },
    isImporterIn: (country, day) =>
      leave(country, isBasisToCollect(declaredBasisAt(declarations, { country, state: null }, day))),
  };
}

/** One seller per scheme of the account, regardless of the member state of filing; empty for most accounts. */
export function shopSellersOf(
  book: DispatchBook,
  { homeAddress, oneStopShop }: Pick<TenantSettings, 'homeAddress' | 'oneStopShop'>,
  declarations: readonly NexusDeclaration[],
): ShopSeller[] {
  const isJoined = (scheme: ShopScheme) => oneStopShop || registrationsUnder(scheme, declarations).length > 0;
  return shopSchemes.filter(isJoined).map((scheme) =>
    shopSeller(book, {
      scheme,
      homeAddress,
      declarations,
      isInScheme: (day) => isInScheme(scheme, day, { declarations, oneStopShop }),
    }),
  );
}
