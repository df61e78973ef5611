import type { TenantSettings } from '../../domain/account/tenant.ts';
import { type ClosedPeriod, closedOn, covers } from '../../domain/returns/closed-period.ts';
import { ownPlacesOf } from '../../domain/returns/one-stop-shop/own-sums.ts';
import { reportingDay } from '../../domain/transactions/signed-amount.ts';
import { type TaxedPlace, taxedPlaces } from '../../domain/transactions/snapshot-places.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { DispatchBook } from '../liability/places-of-dispatch.ts';
import { shopSellersOf } from '../liability/shop-sellers.ts';

export type PlaceOfReturnsFacts = {
  readonly reference: DispatchBook;
  readonly stores: Pick<TenantStores, 'nexus'>;
  readonly settings: Pick<TenantSettings, 'homeAddress' | 'oneStopShop'>;
};

/**
 * The places whose own returns may report a document. Declarations are only read if a closed return may report the
 * document.
 */
export async function placesOfReturns(
  { reference, stores, settings }: PlaceOfReturnsFacts,
  document: RecordedTransaction,
  closed: readonly ClosedPeriod[],
  day = reportingDay(document.transaction),
): Promise<readonly TaxedPlace[]> {
  const places = taxedPlaces(document.snapshot);
  if (!closedOn(closed, places, day)) return places;
  return ownPlacesOf(document, shopSellersOf(reference, settings, await stores.nexus.list()));
}

/** The closed return of the reporting day that contains the document; null if no closed return contains it. */
export async function returnHolding(
  facts: PlaceOfReturnsFacts,
  document: RecordedTransaction,
  closed: readonly ClosedPeriod[],
): Promise<ClosedPeriod | null> {
  const places = await placesOfReturns(facts, document, closed);
  return closedOn(closed, places, reportingDay(document.transaction));
}

/** The ids of the closed returns that report no version of a document. */
export async function returnsWithout(
  facts: PlaceOfReturnsFacts,
  versions: readonly RecordedTransaction[],
  closed: readonly ClosedPeriod[],
): Promise<string[]> {
  const reported = await Promise.all(
    versions.map(async (one) => ({
      places: await placesOfReturns(facts, one, closed),
      day: reportingDay(one.transaction),
    })),
  );
  return closed
    .filter((period) => !reported.some(({ places, day }) => covers(period, places, day)))
    .map(({ returnId }) => returnId);
}
