import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import { holdsOn } from '../../domain/nexus/nexus.ts';
import { type ShopScheme, schemeOf } from '../../domain/returns/one-stop-shop/shop-scheme.ts';
import { type ShopSeller, type ShopSupply, shopSuppliesOf } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { currentSettings } from '../account/current-settings.ts';
import { documentsTaxedIn, memberStates } from './eu-documents.ts';

type ShopKey = TaxReturnKey & { readonly scheme: ShopScheme };
type Found = { readonly supplies: readonly ShopSupply[]; readonly notices: readonly Notice[] };

/** The lines of all documents of these tax dates that the scheme reports. */
export async function findShopSupplies(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  key: ShopKey,
  { from, to }: ReportPeriod,
): Promise<Found> {
  const { seller, ownReturns } = await sellerOf(reference, session, key);
  const supplies: ShopSupply[] = [];
  for await (const recorded of documentsTaxedIn(session, memberStates(reference), { from, to })) {
    supplies.push(...shopSuppliesOf(recorded, seller));
  }
  return { supplies, notices: ownReturns() };
}

async function sellerOf(reference: ReferenceData, session: Session, { scheme, country: filedIn }: ShopKey) {
  const { homeAddress } = await currentSettings(session);
  const declarations = await session.stores.nexus.list();
  const joined = declarations
    .filter(({ country }) => country === filedIn)
    .flatMap(({ registrations }) => registrations.filter((one) => schemeOf(one) === scheme));
  const own = new Set<string>();
  const seller: ShopSeller = {
    scheme,
    home: homeAddress.country,
    vatOf: (country) => {
      const facts = reference.countryFacts(country);
      return facts?.isInEu ? facts.taxName : null;
    },
    countryOf: ({ country }) => (country === null ? null : reference.findCountry(country)),
    // The account setting `oneStopShop` joins without a registration.
    isInScheme: (day) => joined.length === 0 || joined.some((one) => holdsOn(one, day)),
    isRegisteredIn: (country, day) => {
      const isRegistered = isBasisToCollect(declaredBasisAt(declarations, { country, state: null }, day));
      if (isRegistered) own.add(country);
      return isRegistered;
    },
  };
  return { seller, ownReturns: () => ownReturnNotices([...own].sort()) };
}

function ownReturnNotices(countries: readonly string[]): Notice[] {
  if (countries.length === 0) return [];
  const message = `Sales to consumers in ${countries.join(', ')} are in the returns of these countries, because a registration or nexus is declared there. If the one-stop shop has to report them, end that declaration.`;
  return [{ code: 'REPORTED_IN_COUNTRY', pointer: '', message }];
}
