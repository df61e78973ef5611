import { isDeepStrictEqual } from 'node:util';
import { periodText } from '../../domain/base/report-period.ts';
import type { Position } from '../../domain/lists/cursor.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { shopFiguresOf } from '../../domain/returns/one-stop-shop/shop-figures.ts';
import type { ShopSeller } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { AddedUpTotals, TotalsCheck } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { takesPart, withoutShopSupplies } from './own-totals.ts';
import type { DispatchBook } from './places-of-dispatch.ts';
import { faultsOfAssignment } from './recount-assigned-tax.ts';
import { isAsFiled } from './recount-filed-return.ts';
import { faultsOfShopReturns } from './recount-shop-returns.ts';
import { shopSellersOf } from './shop-sellers.ts';

type Stores = Pick<TenantStores, 'account' | 'nexus' | 'totals' | 'returns' | 'transactions'>;

type Recount = {
  readonly isRepair: boolean;
  /** Called only for a tenant with registrations or with the one-stop-shop setting. */
  countries(): DispatchBook & Pick<ReferenceData, 'dueDays'>;
};

const returnsPerPage = 100;
const mostNamed = 100;

/**
 * Recounts every derived figure of a tenant: figures stored with each document, the totals of reports and nexus,
 * refunds, the position of webhooks, and the figures of filed returns, whose periods are closed. Returns and tax
 * without a return must add up to liability. `isRepair` repairs everything except returns, and refunds that exceed
 * their invoice, which must be fixed manually.
 */
export async function verifyTotals(stores: Stores, { isRepair, countries }: Recount): Promise<TotalsCheck> {
  const check = await stores.totals.verify(isRepair);
  const isCounting = check.unknown > 0 && !isRepair;
  const stored = await everyStored(stores);
  const seller = await sellerOf(stores, countries);
  const faults = [
    ...(await faultsOfReturns(stores, { countries, isCounting, stored, seller })),
    // Sums do not include documents that are still being counted.
    ...(isCounting
      ? []
      : await faultsOfAssignment({ stores, stored, ...seller, dueDays: (place) => countries().dueDays(place) })),
  ];
  return {
    ...check,
    faultCount: check.faultCount + faults.length,
    faults: [...check.faults, ...faults].slice(0, mostNamed),
  };
}

async function everyStored({ returns }: Stores): Promise<StoredReturn[]> {
  const stored: StoredReturn[] = [];
  for (let after: Position | null = null; ; ) {
    const page: readonly StoredReturn[] = await returns.list({}, { limit: returnsPerPage, after });
    stored.push(...page);
    const last = page.at(-1);
    if (!last || page.length < returnsPerPage) return stored;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
}

/** Facts that determine which return reports a sale. */
type Seller = { readonly declarations: readonly NexusDeclaration[]; readonly sellers: readonly ShopSeller[] };

async function sellerOf(stores: Stores, countries: Recount['countries']): Promise<Seller> {
  const account = await stores.account.find();
  const declarations = account ? await stores.nexus.list() : [];
  if (!account || !takesPart(account.settings, declarations)) return { declarations, sellers: [] };
  return { declarations, sellers: shopSellersOf(countries(), account.settings, declarations) };
}

type Filed = Pick<Recount, 'countries'> & {
  readonly isCounting: boolean;
  readonly stored: readonly StoredReturn[];
  readonly seller: Seller;
};

async function faultsOfReturns(stores: Stores, { countries, isCounting, stored, seller }: Filed): Promise<string[]> {
  const faults: string[] = [];
  const ofShop: StoredReturn[] = [];
  const ownReturns = ownReturnsOf(stores, seller);
  for (const one of stored.filter(({ status }) => status === 'FILED' || status === 'AMENDED')) {
    const name = `Return ${placeCode(one)} ${periodText(one)}`;
    if (isShopScheme(one.scheme)) {
      ofShop.push(one);
      if (!(await hasOwnBalances(stores, one)))
        faults.push(`${name} of ${one.scheme}: its balances do not match its supplies and corrections.`);
    } else if (!(isCounting && (await hasUncounted(stores, one))) && !(await isAsFiledBy(stores, ownReturns, one))) {
      faults.push(`${name}: its documents do not add up to the filed figures.`);
    }
  }
  return ofShop.length === 0 ? faults : [...faults, ...(await faultsOfShopReturns(stores, ofShop, countries()))];
}

type OwnReturns = {
  /**
   * The totals of all sales in a country, as filed by release 0.1.0, and the totals of sales that the one-stop shop
   * does not report.
   */
  readonly totals: readonly AddedUpTotals[];
  /** Whether the registrations behind these sums have changed since the return was filed. */
  isOutdated(one: StoredReturn): boolean;
};

function ownReturnsOf(stores: Stores, { declarations, sellers }: Seller): OwnReturns {
  const sums = stores.totals;
  if (sellers.length === 0) return { totals: [sums], isOutdated: () => false };
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

/** Returns are recounted from the sums, which do not include documents with unknown totals. */
const hasUncounted = async ({ totals }: Stores, { from, to }: StoredReturn) =>
  (await totals.countMissing({ from, to })).missing > 0;

/** The filed figures must also be internally consistent. */
async function hasOwnBalances({ returns }: Stores, one: StoredReturn): Promise<boolean> {
  const [filed] = await returns.findFigures([{ returnId: one.serviceId, number: one.filings.length }]);
  const figures = filed?.oneStopShop;
  if (!figures) return false;
  const { supplies, corrections, transactionCount } = figures;
  return isDeepStrictEqual(figures, shopFiguresOf(supplies, corrections, transactionCount));
}
