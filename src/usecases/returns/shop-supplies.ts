import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { holdsOn } from '../../domain/nexus/nexus.ts';
import { registrationsUnder, type ShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { type ShopSupply, shopSuppliesOf } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { currentSettings } from '../account/account.ts';
import { documentsTaxedIn, shopCountries } from '../liability/eu-documents.ts';
import { shopSeller } from '../liability/shop-sellers.ts';

type ShopKey = TaxReturnKey & { readonly scheme: ShopScheme };
type Found = { readonly supplies: readonly ShopSupply[]; readonly notices: readonly Notice[] };

/** The lines that the scheme reports, from all documents with these tax dates. */
export async function findShopSupplies(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  key: ShopKey,
  { from, to }: ReportPeriod,
): Promise<Found> {
  const { homeAddress } = await currentSettings(session);
  const declarations = await session.stores.nexus.list();
  const joined = registrationsUnder(
    key.scheme,
    declarations.filter(({ country }) => country === key.country),
  );
  const left = new Set<string>();
  const seller = shopSeller(reference, {
    scheme: key.scheme,
    homeAddress,
    declarations,
    // With the account setting `oneStopShop`, the account takes part without a registration.
    isInScheme: (day) => joined.length === 0 || joined.some((one) => holdsOn(one, day)),
    onLeft: (country) => left.add(country),
  });
  const supplies: ShopSupply[] = [];
  for await (const recorded of documentsTaxedIn(session, shopCountries(reference), { from, to })) {
    supplies.push(...shopSuppliesOf(recorded, seller));
  }
  return { supplies, notices: leftNotices([...left].sort(), key.scheme) };
}

function leftNotices(countries: readonly string[], scheme: ShopScheme): Notice[] {
  if (countries.length === 0) return [];
  const where = countries.join(', ');
  const message =
    scheme === 'IMPORT_ONE_STOP_SHOP'
      ? `Some goods sent to ${where} from outside the EU are reported in those countries’ own returns: goods in consignments above 150 EUR, with excise duty, or priced in a currency other than EUR. A registration or nexus there means that you import them yourself.`
      : `Services to consumers in ${where} are reported in those countries’ own returns, because a fixed establishment is declared there.`;
  return [{ code: 'REPORTED_IN_COUNTRY', pointer: '', message }];
}
