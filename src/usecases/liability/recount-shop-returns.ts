import { addDays, addMonths } from '../../domain/base/calendar.ts';
import { groupedBy } from '../../domain/base/grouped-by.ts';
import { periodText } from '../../domain/base/report-period.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import { holdsOn } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { establishedIn, schemeOf } from '../../domain/nexus/one-stop-shop.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { shopCurrency } from '../../domain/returns/one-stop-shop/shop-record.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFigures } from '../../domain/returns/return-record.ts';
import type { DestinationTax } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { type Decimal, decimal, roundToUnit, zero } from '../../tax/numbers/decimal.ts';
import { type DispatchBook, placesOfDispatch } from './places-of-dispatch.ts';

type Stores = Pick<TenantStores, 'account' | 'nexus' | 'returns' | 'totals'>;
type Filed = StoredReturn & { readonly figures: TaxReturnFigures; readonly filedAt: Date };
type Chain = {
  readonly all: readonly Filed[];
  readonly declarations: readonly NexusDeclaration[];
  readonly home: string;
  readonly placeOfDispatch: ReturnType<typeof placesOfDispatch>;
};

/** Directive 2006/112/EC, article 369g (4): three years from the day the return was due. */
const correctedForMonths = 36;
/** A document stored during the filing of a return may or may not be in the return; both are correct. */
const filingMs = 60_000;

/**
 * Compares one-stop-shop returns with the documents. The filed tax of a period is the tax in its own return plus later
 * corrections. It must equal the tax of the period's documents at the time of the last of these filings, by country of
 * consumption, added up by the database. Rates, kinds of supply and balances of the return are not used.
 */
export async function faultsOfShopReturns(
  stores: Stores,
  returns: readonly StoredReturn[],
  book: DispatchBook,
): Promise<string[]> {
  const account = await stores.account.find();
  if (returns.length === 0 || account === null) return [];
  const declarations = await stores.nexus.list();
  const { homeAddress } = account.settings;
  const home = homeAddress.country;
  const placeOfDispatch = placesOfDispatch(book, homeAddress);
  const faults: string[] = [];
  for (const [, chain] of groupedBy(returns, ({ country, scheme }) => `${country} ${scheme}`)) {
    const all = await withFigures(stores, chain);
    for (const one of all)
      faults.push(...(await faultsOf(stores, one, { all, declarations, home, placeOfDispatch }, book)));
  }
  return faults;
}

async function withFigures({ returns }: Stores, chain: readonly StoredReturn[]): Promise<Filed[]> {
  const names = chain.map(({ serviceId, filings }) => ({ returnId: serviceId, number: filings.at(-1)!.number }));
  const figures = await returns.findFigures(names);
  return chain.map((one, index) => ({ ...one, figures: figures[index]!, filedAt: one.filings.at(-1)!.filedAt }));
}

async function faultsOf(stores: Stores, one: Filed, chain: Chain, book: DispatchBook): Promise<string[]> {
  const { to, filedAt } = one;
  const lastCorrected = addMonths(addDays(to, 1), 1 + correctedForMonths);
  // With a test clock, several periods can be filed at the same instant.
  const later = chain.all.filter((other) => other.from > to && other.to <= lastCorrected && other.filedAt >= filedAt);
  const at = new Date(Math.max(...[one, ...later].map((each) => each.filedAt.getTime())));
  // If declarations changed after the filing, the return may be based on different registrations, so it is not
  // compared.
  if (chain.declarations.some(({ internalTimestamps }) => internalTimestamps.updatedDate > at)) return [];
  const filed = filedTax(one, later);
  // A refund after the last of these periods is corrected in a return that is not filed yet.
  const through = [one, ...later]
    .map((each) => each.to)
    .sort()
    .at(-1)!;
  const asked = { one, chain, book, through, filed };
  const found = await differences(stores, { ...asked, at });
  if (found.length === 0) return [];
  const before = await differences(stores, { ...asked, at: new Date(at.getTime() - filingMs) });
  const isAlways = (difference: string) => before.some((other) => other.split(':')[0] === difference.split(':')[0]);
  return found
    .filter(isAlways)
    .map((difference) => `Return ${placeCode(one)} ${periodText(one)} of ${one.scheme}, ${difference}`);
}

type FiledTax = ReadonlyMap<string, { readonly tax: Decimal; readonly rows: number }>;

/** The VAT of a period by country of consumption, from its own return and from corrections in later returns. */
function filedTax({ figures, from, to }: Filed, later: readonly Filed[]): FiledTax {
  const corrections = later.flatMap((other) =>
    (other.figures.oneStopShop?.corrections ?? []).filter((row) => row.from === from && row.to === to),
  );
  const rows = [...(figures.oneStopShop?.supplies ?? []), ...corrections];
  return new Map(
    [...groupedBy(rows, ({ memberState }) => memberState)].map(([memberState, own]) => [
      memberState,
      { tax: own.reduce((sum, { taxAmount }) => sum.plus(decimal(taxAmount)), zero), rows: own.length },
    ]),
  );
}

type Asked = {
  readonly one: Filed;
  readonly chain: Chain;
  readonly book: DispatchBook;
  readonly at: Date;
  /** The last day of the filed periods. */
  readonly through: string;
  readonly filed: FiledTax;
};

async function differences({ totals }: Stores, { one, chain, book, at, through, filed }: Asked): Promise<string[]> {
  const stated = (await totals.recountDestinations(one, { at, through })).filter((row) =>
    isReported(row, one, chain, book),
  );
  const byCountry = groupedBy(stated, ({ country }) => country);
  return [...new Set([...filed.keys(), ...byCountry.keys()])].sort().flatMap((country) => {
    const { tax, rows } = filed.get(country) ?? { tax: zero, rows: 0 };
    const own = byCountry.get(country) ?? [];
    const documents = own.reduce((sum, row) => sum.plus(inEuro(row, one)), zero);
    // Each row of a return is rounded to cents after conversion.
    const isConverted = own.some(({ currency }) => currency !== shopCurrency);
    const most = isConverted ? decimal('0.005').times(rows + 1) : zero;
    const difference = roundToUnit(documents, 2).minus(tax).abs();
    if (difference.lte(most)) return [];
    return [
      `${country}: the documents have ${roundToUnit(documents, 2)} EUR of VAT, but ${tax} EUR is filed, including corrections.`,
    ];
  });
}

/** Zero if there is no exchange rate. The return then omits the sales and has a notice. */
function inEuro({ currency, taxAmount }: DestinationTax, { figures, to }: Filed): Decimal {
  if (currency === shopCurrency) return decimal(taxAmount);
  const applied = figures.exchangeRates.find((rate) => rate.fromCurrency === currency && rate.reportedOn === to);
  return applied ? decimal(taxAmount).times(decimal(applied.rate)) : zero;
}

/**
 * Whether the return reports this VAT. For goods, the place of dispatch decides; for services, the seller's
 * establishments.
 */
function isReported(
  row: DestinationTax,
  one: Filed,
  { declarations, home, placeOfDispatch }: Chain,
  book: DispatchBook,
): boolean {
  const isInUnion = (country: string) => book.countryFacts(country)?.isInEu === true;
  const isUnionTax = row.isTangible && row.country === northernIreland.code ? true : isInUnion(row.country);
  const facts = book.countryFacts(row.country === northernIreland.code ? northernIreland.country : row.country);
  if (!isUnionTax || facts?.taxName !== row.taxName) return false;
  const joined = declarations
    .filter(({ country }) => country === one.country)
    .flatMap(({ registrations }) => registrations.filter((each) => schemeOf(each) === one.scheme));
  if (joined.length > 0 && !joined.some((window) => holdsOn(window, row.day))) return false;
  const origin = placeOfDispatch(row.shipsFrom, row.day, row.home ?? undefined);
  const offices = [row.home?.country ?? home, ...establishedIn(declarations, row.day)];
  const isFromUnion = row.isTangible ? origin.isInUnion : offices.some(isInUnion);
  if (one.scheme === 'NON_UNION_ONE_STOP_SHOP') return !row.isTangible && !isFromUnion;
  if (one.scheme === 'UNION_ONE_STOP_SHOP') {
    return isFromUnion && (row.isTangible ? origin.country !== row.country : !offices.includes(row.country));
  }
  const isImporter = isBasisToCollect(declaredBasisAt(declarations, { country: row.country, state: null }, row.day));
  const isWithinUk = row.country === northernIreland.code && origin.country === northernIreland.country;
  return row.isTangible && !isFromUnion && (row.isImportWithinLimit || !isImporter) && !isWithinUk;
}
