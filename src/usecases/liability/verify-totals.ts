import { isDeepStrictEqual } from 'node:util';
import { periodText } from '../../domain/base/report-period.ts';
import type { Position } from '../../domain/lists/cursor.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { shopFiguresOf } from '../../domain/returns/one-stop-shop/shop-figures.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { AddedUpTotals, TotalsCheck } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { takesPart, withoutShopSupplies } from './own-totals.ts';
import { isAsFiled } from './recount-filed-return.ts';
import { faultsOfShopReturns } from './recount-shop-returns.ts';
import { type CountryBook, shopSellersOf } from './shop-sellers.ts';

type Stores = Pick<TenantStores, 'account' | 'nexus' | 'totals' | 'returns' | 'transactions'>;

type Recount = {
  readonly isRepair: boolean;
  /** Asked only if the tenant takes part in the one-stop shop. */
  countries(): CountryBook;
};

const returnsPerPage = 100;
const mostNamed = 100;

/**
 * Recounts every derived figure of a tenant: what is kept beside each document, the sums of reports and nexus, refunds, the
 * position of webhooks, and the figures of filed returns, whose periods are closed. `isRepair` repairs all but refunds that exceed
 * their invoice and returns, which a person has to look at.
 */
export async function verifyTotals(stores: Stores, { isRepair, countries }: Recount): Promise<TotalsCheck> {
  const check = await stores.totals.verify(isRepair);
  const ofReturns = await faultsOfReturns(stores, { countries, isCounting: check.unknown > 0 && !isRepair });
  return {
    ...check,
    faultCount: check.faultCount + ofReturns.length,
    faults: [...check.faults, ...ofReturns].slice(0, mostNamed),
  };
}

type Counting = Pick<Recount, 'countries'> & { readonly isCounting: boolean };

async function faultsOfReturns(stores: Stores, { countries, isCounting }: Counting): Promise<string[]> {
  const faults: string[] = [];
  const ofShop: StoredReturn[] = [];
  const ownReturns = await ownReturnsOf(stores, countries);
  for (let after: Position | null = null; ; ) {
    const filter = { status: { in: ['FILED', 'AMENDED'] as const } };
    const page: readonly StoredReturn[] = await stores.returns.list(filter, { limit: returnsPerPage, after });
    for (const one of page) {
      const name = `Return ${placeCode(one)} ${periodText(one)}`;
      if (isShopScheme(one.scheme)) {
        ofShop.push(one);
        if (!(await hasOwnBalances(stores, one)))
          faults.push(`${name} of ${one.scheme}: its balances are not those of its supplies and corrections.`);
      } else if (!(isCounting && (await hasUncounted(stores, one))) && !(await isAsFiledBy(stores, ownReturns, one))) {
        faults.push(`${name}: its documents do not add up to the figures it was filed with.`);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < returnsPerPage) break;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
  return ofShop.length === 0 ? faults : [...faults, ...(await faultsOfShopReturns(stores, ofShop, countries()))];
}

type OwnReturns = {
  /** Of all sales in a country, as 0.1.0 filed it, and of those that the one-stop shop does not report. */
  readonly totals: readonly AddedUpTotals[];
  /** Whether the return knew other registrations than are declared now, on which these sums depend. */
  isOutdated(one: StoredReturn): boolean;
};

async function ownReturnsOf(stores: Stores, countries: Recount['countries']): Promise<OwnReturns> {
  const account = await stores.account.find();
  const declarations = account ? await stores.nexus.list() : [];
  const sums = stores.totals;
  if (!account || !takesPart(account.settings, declarations)) return { totals: [sums], isOutdated: () => false };
  const sellers = shopSellersOf(countries(), account.settings, declarations);
  const changedAt = Math.max(...declarations.map((one) => one.internalTimestamps.updatedDate.getTime()));
  return {
    totals: [withoutShopSupplies(sums, { stores, sellers }), sums],
    isOutdated: ({ country, filings }) =>
      sellers.some((seller) => seller.vatOf(country) !== null) && changedAt > filings.at(-1)!.filedAt.getTime(),
  };
}

async function isAsFiledBy({ returns }: Stores, { totals, isOutdated }: OwnReturns, one: StoredReturn) {
  if (isOutdated(one)) return true;
  for (const each of totals) if (await isAsFiled({ returns, totals: each }, one)) return true;
  return false;
}

/** Returns are recounted from the sums, which do not have documents with unknown totals. */
const hasUncounted = async ({ totals }: Stores, { from, to }: StoredReturn) =>
  (await totals.countMissing({ from, to })).missing > 0;

/** What was filed has to add up in itself, too. */
async function hasOwnBalances({ returns }: Stores, one: StoredReturn): Promise<boolean> {
  const [filed] = await returns.findFigures([{ returnId: one.serviceId, number: one.filings.length }]);
  const figures = filed?.oneStopShop;
  if (!figures) return false;
  const { supplies, corrections, transactionCount } = figures;
  return isDeepStrictEqual(figures, shopFiguresOf(supplies, corrections, transactionCount));
}
