import type { TenantSettings } from '../../domain/account/tenant.ts';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { type AskedPeriod, type ReportPeriod, readReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { createConverter, currenciesFor, daysFor, missingRate } from '../../domain/exchange-rates/conversion.ts';
import type { AppliedExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import { ecNumberNotices, ecSalesLines, type NumberedSupply } from '../../domain/returns/ec-sales/ec-sales-lines.ts';
import type { EcSalesList } from '../../domain/returns/ec-sales/ec-sales-record.ts';
import { type EcSeller, ecSuppliesOf } from '../../domain/returns/ec-sales/ec-supplies.ts';
import { filingPeriodOf } from '../../domain/returns/filing-calendar.ts';
import type { TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { currentSettings } from '../account/account.ts';
import { documentsTaxedIn, shopCountries } from '../liability/eu-documents.ts';
import { placesOfDispatch } from '../liability/places-of-dispatch.ts';

type AskedEcSalesList = AskedPeriod & {
  /** The country by code or name. Default: the country of the seller. */
  readonly country?: string | null;
};

/** The recapitulative statement of a member state. Throws `INVALID_INPUT` with all issues. */
export async function getEcSalesList(ctx: Context, asked: AskedEcSalesList): Promise<EcSalesList> {
  const session = authorize(ctx, 'returns:read');
  session.work.add(workCosts.figures);
  const { homeAddress } = await currentSettings(session);
  const { country, period } = readAsked(ctx.reference, asked, homeAddress.country);
  const supplies = await findSupplies(ctx.reference, session, { country, homeAddress, period });
  const { currency } = ctx.reference.countryFacts(country)!;
  const { rateOn, applied, missing } = await ratesFor(session, supplies, currency);
  const numbers = [...new Set(supplies.flatMap(({ vatNumber }) => vatNumber ?? []))];
  const checks = await checksOf(session, numbers);
  const lines = ecSalesLines(supplies, { currency, rateOn, checks });
  const notices = [...ecNumberNotices(lines), ...missing];
  return { country, currency, ...period, lines, exchangeRates: applied, notices };
}

function readAsked(reference: ReferenceData, { country, ...asked }: AskedEcSalesList, home: string) {
  const { period, issues: periodIssues } = readReportPeriod(asked);
  const code = country == null ? home : reference.findCountry(country);
  const issues: Issue[] = [...periodIssues];
  if (code === null || !reference.countryFacts(code)?.isInEu) {
    const message = 'country must be an EU member state, such as DE. Default: the country of your home address.';
    issues.push({ path: ['country'], code: 'INVALID_VALUE', message });
  }
  if (period && !isMonthOrQuarter(period)) {
    const message = 'The list is for a month or a quarter, such as 2026-07 or 2026-Q3.';
    issues.push({ path: [asked.period === null ? 'from' : 'period'], code: 'INVALID_VALUE', message });
  }
  if (issues.length > 0 || period === null || code === null) throw invalidInput(issues);
  return { country: code, period };
}

function isMonthOrQuarter({ from, to }: ReportPeriod): boolean {
  const spans = (['MONTHLY', 'QUARTERLY'] as const).map((frequency) => filingPeriodOf(frequency, from));
  return spans.some((span) => span.from === from && span.to === to);
}

type Asked = {
  readonly country: string;
  readonly homeAddress: TenantSettings['homeAddress'];
  readonly period: ReportPeriod;
};

async function findSupplies(
  reference: ReferenceData,
  session: Session,
  { country, homeAddress, period }: Asked,
): Promise<NumberedSupply[]> {
  const declarations = await session.stores.nexus.list();
  const placeOfDispatch = placesOfDispatch(reference, homeAddress);
  const seller: EcSeller = {
    home: homeAddress.country,
    isMemberState: (one) => reference.countryFacts(one)?.isInEu === true,
    dispatchedFrom: (...sale) => placeOfDispatch(...sale).country,
    isRegisteredIn: (one, day) => isBasisToCollect(declaredBasisAt(declarations, { country: one, state: null }, day)),
  };
  const found: NumberedSupply[] = [];
  for await (const recorded of documentsTaxedIn(session, shopCountries(reference), period)) {
    for (const supply of ecSuppliesOf(recorded, seller)) {
      if (supply.reportedIn !== country) continue;
      const { taxNumber, destination } = supply;
      const check =
        taxNumber && (reference.checkTaxNumber(taxNumber, null) ?? reference.checkTaxNumber(taxNumber, destination));
      found.push({ ...supply, vatNumber: check ? check.number : taxNumber });
    }
  }
  return found;
}

const checksPerPage = 500;
const numbersPerQuestion = 100;

async function checksOf({ stores }: Session, numbers: readonly string[]): Promise<TaxNumberCheckRecord[]> {
  const found: TaxNumberCheckRecord[] = [];
  for (let start = 0; start < numbers.length; start += numbersPerQuestion) {
    const filter = { vatNumber: { in: numbers.slice(start, start + numbersPerQuestion) } };
    for (let last: TaxNumberCheckRecord | null = null; ; ) {
      const after: { createdAt: Date; serviceId: string } | null = last && {
        createdAt: last.internalTimestamps.createdDate,
        serviceId: last.serviceId,
      };
      const page: TaxNumberCheckRecord[] = await stores.taxNumberChecks.list(filter, { limit: checksPerPage, after });
      found.push(...page);
      last = page.at(-1) ?? null;
      if (page.length < checksPerPage) break;
    }
  }
  return found;
}

/** Uses the rate of each tax date, like the conversion of documents. */
async function ratesFor({ stores }: Session, supplies: readonly NumberedSupply[], currency: string) {
  const foreign = supplies.filter((supply) => supply.currency !== currency);
  const named = new Map(foreign.map((one) => [`${one.taxDate} ${one.currency}`, one]));
  const used = [...named.keys()].sort().map((key) => named.get(key)!);
  const currencies = currenciesFor([currency, ...used.map((one) => one.currency)]);
  const days = daysFor(used.map(({ taxDate }) => taxDate));
  const convert = createConverter(used.length === 0 ? [] : await stores.exchangeRates.findFor(currencies, days));
  const found = used.map(({ currency: from, taxDate }) => {
    return { from, taxDate, rate: convert({ from, to: currency, on: taxDate }) };
  });
  const one = '1' as AppliedExchangeRate['rate'];
  return {
    rateOn: (from: string, day: string) =>
      from === currency ? one : (found.find((each) => each.from === from && each.taxDate === day)?.rate?.rate ?? null),
    applied: found.flatMap(({ from, taxDate, rate }): AppliedExchangeRate[] =>
      rate ? [{ fromCurrency: from, toCurrency: currency, reportedOn: taxDate, ...rate }] : [],
    ),
    missing: found
      .filter(({ rate }) => rate === null)
      .map(({ from, taxDate }): Notice => missingRate(from, currency, taxDate)),
  };
}
