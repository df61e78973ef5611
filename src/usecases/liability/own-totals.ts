import { allDocuments } from '../../domain/liability/counted-documents.ts';
import { everyPart, type LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import {
  ownPlacesOf,
  type ShopShare,
  shopShareOf,
  sumsWithoutShop,
} from '../../domain/returns/one-stop-shop/own-sums.ts';
import type { ShopSeller } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { currentSettings } from '../account/account.ts';
import { readDocuments, shopCountries } from './eu-documents.ts';
import { shopSellersOf } from './shop-sellers.ts';

/** Whether the account uses the one-stop shop, according to its setting or to any declared registration. */
export function takesPart(
  { oneStopShop }: { readonly oneStopShop: boolean },
  declarations: readonly NexusDeclaration[],
): boolean {
  return (
    oneStopShop || declarations.some(({ registrations }) => registrations.some(({ scheme }) => isShopScheme(scheme)))
  );
}

/** The sums for a country's own returns: without one-stop-shop supplies, if the account takes part. */
export async function ownReturnTotals(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  totals: AddedUpTotals,
): Promise<AddedUpTotals> {
  const { stores, work } = session;
  const sellers = await shopSellers(reference, session);
  if (sellers.length === 0) return totals;
  return withoutShopSupplies(totals, { stores, work, sellers, countries: shopCountries(reference) });
}

async function shopSellers(reference: Context['reference'], session: Session): Promise<readonly ShopSeller[]> {
  return shopSellersOf(reference, await currentSettings(session), await session.stores.nexus.list());
}

/**
 * The ids of documents in a country's period that only the one-stop shop reports. The country's own return neither
 * marks nor closes them.
 */
export async function documentsOfShopOnly(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  { country, state, from, to }: Pick<LiabilityQuestion, 'country' | 'state' | 'from' | 'to'>,
): Promise<string[]> {
  const { stores, work } = session;
  const sellers = await shopSellers(reference, session);
  const ids: string[] = [];
  for await (const document of documentsWithShop({ stores, work }, { country, from, to, ...everyPart }, sellers)) {
    const isOwn = ownPlacesOf(document, sellers).some(
      (place) => place.country === country && (state === null || place.subdivision === state),
    );
    if (!isOwn) ids.push(document.transaction.serviceId);
  }
  return ids;
}

type Shop = {
  readonly stores: Pick<TenantStores, 'transactions'>;
  readonly work?: Session['work'];
  readonly sellers: readonly ShopSeller[];
  /** The countries to read if a query specifies no country. */
  readonly countries?: readonly string[];
};

/**
 * Sums do not show which lines a scheme reports. The documents that may have such lines are therefore read, once per
 * period.
 */
export function withoutShopSupplies(totals: AddedUpTotals, { sellers, ...reading }: Shop): AddedUpTotals {
  const read = new Map<string, Promise<ShopShare[]>>();
  const sharesOf = (question: LiabilityQuestion) => {
    const { country, from, to, subsidiary, source, marketplace } = question;
    const key = JSON.stringify([country, from, to, subsidiary, source, marketplace]);
    const shares = read.get(key) ?? readShares(reading, question, sellers);
    read.set(key, shares);
    return shares;
  };
  return {
    async addUpLiability(question, limit) {
      return sumsWithoutShop(await totals.addUpLiability(question, limit), await sharesOf(question), question);
    },
    findForeignDays: (question, currency, limit) => totals.findForeignDays(question, currency, limit),
    async addUpConverted(question, rates, limit) {
      const rateOn = new Map(rates.map(({ currency, day, rate }) => [`${currency} ${day}`, rate]));
      const rateOf = (currency: string, day: string) => rateOn.get(`${currency} ${day}`) ?? null;
      const sums = await totals.addUpConverted(question, rates, limit);
      return sumsWithoutShop(sums, await sharesOf(question), question, rateOf);
    },
  };
}

async function readShares(
  reading: Omit<Shop, 'sellers'>,
  question: LiabilityQuestion,
  sellers: readonly ShopSeller[],
): Promise<ShopShare[]> {
  const shares: ShopShare[] = [];
  for await (const document of documentsWithShop(reading, question, sellers)) {
    const share = shopShareOf(document, sellers);
    if (share) shares.push(share);
  }
  return shares;
}

/** The documents of a place and period that may have one-stop-shop lines. */
async function* documentsWithShop(
  reading: Omit<Shop, 'sellers'>,
  {
    country,
    from,
    to,
    subsidiary,
    source,
    marketplace,
  }: Pick<LiabilityQuestion, 'country' | 'from' | 'to' | keyof typeof everyPart>,
  sellers: readonly ShopSeller[],
): AsyncGenerator<RecordedTransaction> {
  const { countries, ...stores } = reading;
  const isConcerned = (place: string) =>
    place === northernIreland.country || sellers.some((seller) => seller.vatOf(place) !== null);
  if (sellers.length === 0 || (country !== null && !isConcerned(country))) return;
  const concerned = country === null ? (countries ?? null) : [country];
  const counted = { ...allDocuments({ from, to }), countries: concerned, subsidiary, source, marketplace };
  yield* readDocuments(stores, { counted, mayCrossBorderFrom: sellers[0]!.home });
}
