import { toDecimalText } from '../../domain/base/amount.ts';
import type { StoredNotice } from '../../domain/base/notice.ts';
import { createConverter, currenciesFor, daysFor } from '../../domain/exchange-rates/conversion.ts';
import { approachingShare, exclusionsOf, type NexusPeriod } from '../../domain/nexus/nexus-sales.ts';
import { salesQuestions, type WatchedPlace } from '../../domain/nexus/nexus-tracker.ts';
import { euCode, unionStates } from '../../domain/places/eu-code.ts';
import { reportedTotals } from '../../domain/totals/reported-totals.ts';
import type { ReportedTotals } from '../../domain/totals/totals-of-place.ts';
import { signOf } from '../../domain/transactions/signed-amount.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { countedTypes, type ExclusionReason } from '../../domain/transactions/transaction-enums.ts';
import type { DocumentCalculation, RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, sum, zero } from '../../tax/numbers/decimal.ts';
import { measurePeriods } from '../nexus/measure-periods.ts';
import { unionAbroad } from '../nexus/nexus-places.ts';
import type { AssessmentRequest } from './request/assessment-request.ts';

type Stores = Pick<TenantStores, 'nexus' | 'exchangeRates' | 'transactions'>;
type Assess<Request> = (request: Request) => Promise<DocumentCalculation>;
type Asked = Omit<AssessmentRequest, 'exchangeRates'>;

/**
 * A sale to a consumer in another EU member state, with the setting `MEASURED`. It is taxed at home while neither the
 * sales of this year, including this sale, nor the sales of the previous year exceed 10,000 EUR. Starting with the sale
 * that exceeds this amount, sales are taxed at the destination (Directive 2006/112/EC, article 59c). Without the
 * one-stop shop, other documents are calculated once.
 */
export async function assessMeasured<Request extends Asked>(
  stores: Stores | undefined,
  request: Request,
  assess: Assess<Request>,
): Promise<DocumentCalculation> {
  const { settings } = request;
  if (settings.euDistanceSales !== 'MEASURED') return assess(request);
  const measuredSettings = { ...settings, isEuThresholdMeasured: true };
  const atHome = await assess({ ...request, settings: { ...measuredSettings, euDistanceSales: 'BELOW_THRESHOLD' } });
  if (settings.oneStopShop && !atHome.document.notices.some(isAtHome)) {
    const below = { ...measuredSettings, euDistanceSales: 'BELOW_THRESHOLD', oneStopShop: false } as const;
    const { document } = await assess({ ...request, settings: below });
    return document.notices.some(isAtHome) ? told(atHome, [notMeasured]) : atHome;
  }
  if (!stores || !atHome.document.notices.some(isAtHome)) return atHome;
  const [union] = unionAbroad(request.reference, settings.homeAddress.country, atHome.document.taxDate);
  if (!union?.threshold) return atHome;
  const measured = await measure(stores, request, { union, atHome });
  const most = union.threshold.salesAmount;
  const isPast = measured.before.gt(most) || measured.now.gt(most);
  if (!isPast) return told(atHome, belowNotices(measured.now, most));
  const past = { ...measuredSettings, euDistanceSales: 'ABOVE_THRESHOLD', isPastEuThreshold: true } as const;
  return told(await assess({ ...request, settings: past }), [pastNotice(measured, most)]);
}

const notMeasured: Notice = {
  code: 'EU_THRESHOLD_NOT_MEASURED',
  pointer: '/shippingAddress',
  message:
    'The account has oneStopShop: true, so the VAT of the destination is due from the first sale, and euDistanceSales: MEASURED has no effect. To measure sales against the threshold of 10,000 EUR, set oneStopShop to false.',
};

const isAtHome = ({ code }: StoredNotice) => code === 'TAXED_AT_ORIGIN';

type Measured = {
  /** Sales in euros of the previous year, without an earlier version of the document. */
  readonly before: Decimal;
  /** Sales in euros of this year, up to and including the document. */
  readonly now: Decimal;
};

async function measure(
  stores: Stores,
  { input }: Asked,
  { union, atHome }: { readonly union: WatchedPlace; readonly atHome: DocumentCalculation },
): Promise<Measured> {
  const { document, snapshot } = atHome;
  const [thisYear, yearBefore] = await measurePeriods(stores, salesQuestions(union, document.taxDate));
  const stored = input.externalId ? await stores.transactions.findByKey(input) : null;
  const counted = stored ? await inEuro(stores, stored, thisYear!) : zero;
  const storedOn = stored?.transaction.taxDate ?? '';
  const ofOthers = ({ from, to, salesAmount }: NexusPeriod) =>
    decimal(salesAmount).minus(from <= storedOn && storedOn <= to ? counted : zero);
  // An estimate or order is measured as the invoice that it may become. A quote has no status.
  const { transactionType: type } = input;
  const transactionType = countedTypes.find((one) => one === type) ?? 'INVOICE';
  const sale = { ...input, ...document, transactionType, transactionStatus: 'ACTIVE' } as unknown as Transaction;
  const own = await inEuro(stores, { transaction: sale, snapshot }, thisYear!);
  return { now: ofOthers(thisYear!).plus(own), before: yearBefore ? ofOthers(yearBefore) : zero };
}

/** The sales amount that a document adds to a period; zero without an exchange rate, as in the stored totals. */
async function inEuro(
  { exchangeRates }: Stores,
  { transaction, snapshot }: RecordedTransaction,
  { countries, excludes }: Pick<NexusPeriod, 'countries' | 'excludes'>,
): Promise<Decimal> {
  const isExcluded = (one: ExclusionReason) => excludes.includes(one);
  const isOfUnion = ({ country, state }: ReportedTotals) =>
    country === euCode && unionStates(countries ?? []).includes(state);
  const lines = reportedTotals(transaction, snapshot)
    .filter(isOfUnion)
    .flatMap((one) => one.lines.filter(({ reason }) => !exclusionsOf(one.customerType, reason).some(isExcluded)));
  const amount = sum(lines.map(({ grossAmount }) => decimal(grossAmount)));
  if (amount.isZero()) return zero;
  const signed = signOf(transaction) < 0 ? amount.negated() : amount;
  const { currency, taxDate } = transaction;
  if (currency === 'EUR') return signed;
  const rates = await exchangeRates.findFor(currenciesFor([currency, 'EUR']), daysFor([taxDate]));
  const found = createConverter(rates)({ from: currency, to: 'EUR', on: taxDate });
  return found ? signed.times(decimal(found.rate)) : zero;
}

function told(calculation: DocumentCalculation, notices: readonly Notice[]): DocumentCalculation {
  const { document } = calculation;
  const others = document.notices.filter((one) => !isAtHome(one));
  return { ...calculation, document: { ...document, notices: [...others, ...notices] } };
}

const pointer = '/shippingAddress';
const euro = (amount: Decimal) => `${toDecimalText(roundToUnit(amount, 2))} EUR`;

function belowNotices(now: Decimal, most: Decimal): Notice[] {
  const sold = `Sales to consumers in other member states this year, including this one, total ${euro(now)}; the threshold is ${euro(most)}`;
  const below: Notice = { code: 'TAXED_AT_ORIGIN', pointer, message: `The VAT of the home country applies. ${sold}.` };
  if (now.lt(most.times(approachingShare))) return [below];
  const message = `${sold}. Above the threshold, VAT of the destination is due. Register for the one-stop shop before sales exceed it.`;
  return [below, { code: 'EU_THRESHOLD_APPROACHING', pointer, message }];
}

function pastNotice({ before, now }: Measured, most: Decimal): Notice {
  const when = before.gt(most)
    ? `totaled ${euro(before)} in the previous year`
    : `total ${euro(now)} this year, including this one`;
  const message = `The VAT of the destination is due: sales to consumers in other member states ${when}; the threshold is ${euro(most)}. Join the one-stop shop, or register in the destination country.`;
  return { code: 'EU_THRESHOLD_PASSED', pointer, message };
}
