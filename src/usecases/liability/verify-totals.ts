import { isDeepStrictEqual } from 'node:util';
import { periodText } from '../../domain/base/report-period.ts';
import type { Position } from '../../domain/lists/cursor.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { shopFiguresOf } from '../../domain/returns/one-stop-shop/shop-figures.ts';
import { isShopScheme } from '../../domain/returns/one-stop-shop/shop-scheme.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TotalsCheck } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { isAsFiled } from './recount-filed-return.ts';
import { type CountryBook, faultsOfShopReturns } from './recount-shop-returns.ts';

type Stores = Pick<TenantStores, 'account' | 'nexus' | 'totals' | 'returns'>;

type Recount = {
  readonly isRepair: boolean;
  /** Asked only if the tenant files for the one-stop shop. */
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
  for (let after: Position | null = null; ; ) {
    const filter = { status: { in: ['FILED', 'AMENDED'] as const } };
    const page: readonly StoredReturn[] = await stores.returns.list(filter, { limit: returnsPerPage, after });
    for (const one of page) {
      const name = `Return ${placeCode(one)} ${periodText(one)}`;
      if (isShopScheme(one.scheme)) {
        ofShop.push(one);
        if (!(await hasOwnBalances(stores, one)))
          faults.push(`${name} of ${one.scheme}: its balances are not those of its supplies and corrections.`);
      } else if (!(isCounting && (await hasUncounted(stores, one))) && !(await isAsFiled(stores, one))) {
        faults.push(`${name}: its documents do not add up to the figures it was filed with.`);
      }
    }
    const last = page.at(-1);
    if (!last || page.length < returnsPerPage) break;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
  return ofShop.length === 0 ? faults : [...faults, ...(await faultsOfShopReturns(stores, ofShop, countries()))];
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
