import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import { type ShopShare, shopShareOf, sumsWithoutShop } from '../../domain/returns/one-stop-shop/own-sums.ts';
import type { ShopSeller } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { currentSettings } from '../account/current-settings.ts';
import { readDocuments, shopCountries } from './eu-documents.ts';
import { shopSellersOf } from './shop-sellers.ts';

/** Whether the account takes part in the one-stop shop, by its setting or by a registration of any time. */
export function takesPart(
  { oneStopShop }: { readonly oneStopShop: boolean },
  declarations: readonly NexusDeclaration[],
): boolean {
  return (
    oneStopShop || declarations.some(({ registrations }) => registrations.some(({ scheme }) => isShopScheme(scheme)))
  );
}

/** The sums of a country's own returns: without the supplies that the one-stop shop reports, if the account takes part in it. */
export async function ownReturnTotals(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  totals: AddedUpTotals,
): Promise<AddedUpTotals> {
  const { stores, work } = session;
  const settings = await currentSettings(session);
  const declarations = await stores.nexus.list();
  if (!takesPart(settings, declarations)) return totals;
  const sellers = shopSellersOf(reference, settings, declarations);
  return withoutShopSupplies(totals, { stores, work, sellers, countries: shopCountries(reference) });
}

type Shop = {
  readonly stores: Pick<TenantStores, 'transactions'>;
  readonly work?: Session['work'];
  readonly sellers: readonly ShopSeller[];
  /** The countries to read if a question names none. */
  readonly countries?: readonly string[];
};

/** Sums do not tell which lines a scheme reports, so the documents that may have such lines are read, once for each period. */
export function withoutShopSupplies(totals: AddedUpTotals, { sellers, ...reading }: Shop): AddedUpTotals {
  const read = new Map<string, Promise<ShopShare[]>>();
  const sharesOf = (question: LiabilityQuestion) => {
    const { country, from, to, subsidiary, source } = question;
    const key = JSON.stringify([country, from, to, subsidiary, source]);
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
  { country, from, to, subsidiary, source }: LiabilityQuestion,
  sellers: readonly ShopSeller[],
): Promise<ShopShare[]> {
  const { countries, ...stores } = reading;
  const isConcerned = (place: string) =>
    place === northernIreland.country || sellers.some((seller) => seller.vatOf(place) !== null);
  if (sellers.length === 0 || (country !== null && !isConcerned(country))) return [];
  const everything = {
    state: null,
    jurisdictionId: null,
    taxCode: null,
    reason: null,
    rate: null,
    exemptionReason: null,
    transactionType: null,
    currency: null,
    subsidiary,
    source,
    customerId: null,
    customerTypes: null,
  };
  const counted = { ...everything, from, to, countries: country === null ? (countries ?? null) : [country] };
  const shares: ShopShare[] = [];
  for await (const document of readDocuments(stores, { counted, mayCrossBorderFrom: sellers[0]!.home })) {
    const share = shopShareOf(document, sellers);
    if (share) shares.push(share);
  }
  return shares;
}
