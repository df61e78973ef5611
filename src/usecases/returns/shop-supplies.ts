import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import { holdsOn } from '../../domain/nexus/nexus.ts';
import { type ShopScheme, schemeOf } from '../../domain/returns/one-stop-shop/shop-scheme.ts';
import { type ShopSeller, type ShopSupply, shopSuppliesOf } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import { countedTypes } from '../../domain/totals/reported-totals.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { currentSettings } from '../account/current-settings.ts';

type ShopKey = TaxReturnKey & { readonly scheme: ShopScheme };
type Found = { readonly supplies: readonly ShopSupply[]; readonly notices: readonly Notice[] };

const pageSize = 500;

/** The lines of all documents of these tax dates that the scheme reports. */
export async function findShopSupplies(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  key: ShopKey,
  { from, to }: ReportPeriod,
): Promise<Found> {
  const { transactions } = session.stores;
  const { seller, ownReturns } = await sellerOf(reference, session, key);
  const filter: TransactionFilter = {
    taxDate: { gte: from, lte: to },
    transactionType: { in: countedTypes },
    transactionStatus: { ne: 'CANCELLED' },
    or: [{ country: { in: memberStates(reference) } }, { elsewhere: { isNull: false } }],
  };
  const supplies: ShopSupply[] = [];
  for (let after: PageRequest['after'] = null; ; ) {
    const page = await transactions.list(filter, { limit: pageSize, after });
    const snapshots = await transactions.findSnapshots(page.map(({ serviceId }) => serviceId));
    session.work.add(workCosts.item * page.length);
    for (const transaction of page) {
      const snapshot = snapshots.get(transaction.serviceId);
      if (snapshot) supplies.push(...shopSuppliesOf({ transaction, snapshot }, seller));
    }
    const last = page.at(-1);
    if (page.length < pageSize || !last) return { supplies, notices: ownReturns() };
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
}

/** The codes of the member states of the EU. */
export function memberStates({ countries }: Pick<ReferenceData, 'countries'>): string[] {
  return countries.filter(({ isInEu }) => isInEu).map(({ code }) => code);
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
