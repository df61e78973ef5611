import { addDays, addMonths } from '../../domain/base/calendar.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { createConverter, currenciesFor } from '../../domain/exchange-rates/conversion.ts';
import type { AppliedExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import type { ShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { shopCorrections, shopFiguresOf, shopRows } from '../../domain/returns/one-stop-shop/shop-figures.ts';
import { shopCurrency } from '../../domain/returns/one-stop-shop/shop-record.ts';
import type { ShopSupply } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import { closesPeriod, type StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFigures, TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { findShopSupplies } from './shop-supplies.ts';

type ShopKey = TaxReturnKey & { readonly scheme: ShopScheme };

/** A period can be corrected for three years from the day its return was due: Directive 2006/112/EC, article 369g (4). */
const correctedForMonths = 36;
/**
 * No rates are published on weekends and holidays. The next published rate then applies, if it is published within this
 * many days.
 */
const mostDaysLater = 7;

/**
 * The figures of a one-stop-shop return. Filed earlier periods are added up again from their documents. Differences
 * from the filed figures are corrections in this return.
 */
export async function addUpShopFigures(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  key: ShopKey,
): Promise<TaxReturnFigures> {
  session.work.add(workCosts.figures);
  const others = await otherFilings(session, key);
  const correctable = others.filter(
    ({ to }) => to < key.from && key.to <= addMonths(addDays(to, 1), 1 + correctedForMonths),
  );
  const from = correctable.map((one) => one.from).sort()[0] ?? key.from;
  const { supplies, notices } = await findShopSupplies({ reference }, session, key, { from, to: key.to });
  const known = await ratesOf(session, supplies, [key, ...correctable]);
  const rowsOf = (period: ReportPeriod) => {
    const ofPeriod = supplies.filter(({ suppliedOn }) => period.from <= suppliedOn && suppliedOn <= period.to);
    return shopRows(ofPeriod, (currency) => known.rateOn(currency, period.to)?.rate ?? null);
  };
  const corrections = correctable.flatMap((period) => {
    const since = others.flatMap(({ figures }) => figures.oneStopShop?.corrections ?? []);
    const corrected = since.filter((one) => one.from === period.from && one.to === period.to);
    return shopCorrections(period, rowsOf(period), [...(period.figures.oneStopShop?.supplies ?? []), ...corrected]);
  });
  const ofThis = supplies.filter(({ suppliedOn }) => key.from <= suppliedOn);
  const transactionCount = new Set(ofThis.map(({ transactionId }) => transactionId)).size;
  return {
    totals: [],
    jurisdictions: [],
    oneStopShop: shopFiguresOf(rowsOf(key), corrections, transactionCount),
    exchangeRates: known.applied,
    notices: [...notices, ...lateNotices(supplies, [key, ...correctable]), ...known.missing],
  };
}

type Filed = StoredReturn & { readonly figures: TaxReturnFigures };

/**
 * The other returns of the scheme, as last filed. A reopened return reports its changes itself. A later period may have
 * been filed first, with corrections to the same periods.
 */
async function otherFilings({ stores }: Session, { country, scheme, from }: ShopKey): Promise<Filed[]> {
  const filter = { country: { eq: country }, scheme: { eq: scheme } };
  const stored = await stores.returns.list(filter, { limit: 200, after: null });
  const filed = stored.filter((one) => one.from !== from && closesPeriod(one.status) && one.filings.length > 0);
  const names = filed.map(({ serviceId, filings }) => ({ returnId: serviceId, number: filings.at(-1)!.number }));
  const figures = names.length === 0 ? [] : await stores.returns.findFigures(names);
  return filed
    .map((one, index) => ({ ...one, figures: figures[index]! }))
    .sort((one, other) => (one.from < other.from ? -1 : 1));
}

/** Directive 2006/112/EC, article 369h: the rate of the last day of the period, or of the next day of publication. */
async function ratesOf({ stores }: Session, supplies: readonly ShopSupply[], periods: readonly ReportPeriod[]) {
  const used = periods.flatMap(({ from, to }) => {
    const within = supplies.filter(({ suppliedOn }) => from <= suppliedOn && suppliedOn <= to);
    const currencies = new Set(within.map(({ currency }) => currency));
    currencies.delete(shopCurrency);
    return [...currencies].sort().map((currency) => ({ currency, on: to }));
  });
  const daysAfter = (on: string) => Array.from({ length: mostDaysLater + 1 }, (_, age) => addDays(on, age));
  const days = [...new Set(used.flatMap(({ on }) => daysAfter(on)))];
  const currencies = currenciesFor(used.map(({ currency }) => currency));
  const convert = createConverter(days.length === 0 ? [] : await stores.exchangeRates.findFor(currencies, days));
  const found = used.map(({ currency, on }) => {
    const published = daysAfter(on).map((day) => ({
      day,
      rate: convert({ from: currency, to: shopCurrency, on: day }),
    }));
    return { currency, on, rate: published.find(({ day, rate }) => rate?.publishedOn === day)?.rate ?? null };
  });
  return {
    rateOn: (currency: string, on: string) =>
      currency === shopCurrency
        ? { rate: '1' as AppliedExchangeRate['rate'] }
        : (found.find((one) => one.currency === currency && one.on === on)?.rate ?? null),
    applied: found.flatMap(({ currency: fromCurrency, on: reportedOn, rate }): AppliedExchangeRate[] =>
      rate ? [{ fromCurrency, toCurrency: shopCurrency, reportedOn, ...rate }] : [],
    ),
    missing: found
      .filter(({ rate }) => rate === null)
      .map(({ currency, on }): Notice => {
        const message = `No exchange rate from ${currency} to ${shopCurrency} is available for ${on} or the following ${mostDaysLater} days, so sales in ${currency} are missing from the return.`;
        return { code: 'EXCHANGE_RATE_MISSING', pointer: '', message };
      }),
  };
}

/** Refunds of sales in periods that were not filed here or can no longer be corrected. */
function lateNotices(supplies: readonly ShopSupply[], periods: readonly ReportPeriod[]): Notice[] {
  const [{ from: first, to: last }] = periods as [ReportPeriod];
  const isCovered = (day: string) => periods.some(({ from, to }) => from <= day && day <= to);
  const left = supplies.filter(
    ({ suppliedOn, taxDate }) => first <= taxDate && taxDate <= last && !isCovered(suppliedOn),
  );
  const count = new Set(left.map(({ transactionId }) => transactionId)).size;
  if (count === 0) return [];
  const message = `Refunds in this period that are missing from this return: ${count}. The returns for the sales are not filed or can no longer be corrected.`;
  return [{ code: 'CORRECTION_NOT_POSSIBLE', pointer: '', message }];
}
