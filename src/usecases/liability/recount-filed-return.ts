import { isDeepStrictEqual } from 'node:util';
import { toDecimalText } from '../../domain/base/amount.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { LiabilityGroup } from '../../domain/liability/liability-group.ts';
import { everyPart, type LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { LiabilityAmounts, LiabilityRow } from '../../domain/liability/liability-record.ts';
import { taxesOfReturn } from '../../domain/returns/own-taxes.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import { amountsOfSomeRows, comparedAmounts } from '../../domain/returns/return-difference.ts';
import type { TaxReturnFigures } from '../../domain/returns/return-record.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { convertRows } from './convert-liability.ts';
import { addUpRows } from './get-liability.ts';

/**
 * Whether the documents in a closed period still add up to the filed figures, including the amounts in the reporting
 * currency at the filed rates.
 */
export async function isAsFiled(
  { totals, returns }: { readonly totals: AddedUpTotals; readonly returns: TenantStores['returns'] },
  { serviceId, filings, country, state, from, to }: StoredReturn,
): Promise<boolean> {
  const last = filings.at(-1);
  const [filed] = await returns.findFigures([{ returnId: serviceId, number: filings.length }]);
  if (!filed || !last) return false;
  const taxes = taxesOfReturn({ country, state });
  const by = (...groups: LiabilityGroup[]): LiabilityQuestion => {
    return { country, state, ...everyPart, from, to, groupBy: new Set(groups), taxes };
  };
  const now = {
    totals: await recount(totals, by(), filed),
    jurisdictions: await recount(totals, by('JURISDICTION'), filed),
  };
  const counted = now.totals.reduce((sum, { transactionCount }) => sum + transactionCount, 0);
  return (
    counted === last.transactionCount &&
    isDeepStrictEqual(comparable(now.totals), comparable(filed.totals)) &&
    isDeepStrictEqual(comparable(now.jurisdictions), comparable(filed.jurisdictions))
  );
}

async function recount(
  totals: AddedUpTotals,
  question: LiabilityQuestion,
  { exchangeRates, totals: filed }: TaxReturnFigures,
): Promise<readonly LiabilityRow[]> {
  const rows = await addUpRows(totals, question);
  const currency =
    exchangeRates[0]?.toCurrency ?? filed.find((row) => row.reportingAmounts)?.reportingAmounts?.currency;
  if (currency === undefined) return rows;
  const days = await totals.findForeignDays(question, currency, gatewayLimits.liability.sums);
  const rates = days.map((one) => {
    const filedRate = exchangeRates.find((rate) => rate.fromCurrency === one.currency && rate.reportedOn === one.day);
    return { ...one, rate: filedRate?.rate ?? null };
  });
  return convertRows({ totals }, question, rows, { currency, rates });
}

/** The amounts of the rows by jurisdiction and currency, without all-zero rows. */
function comparable(rows: readonly LiabilityRow[]) {
  const amountsOf = (row: Omit<LiabilityAmounts, 'currency'>) =>
    [...comparedAmounts, ...amountsOfSomeRows].map((name) => toDecimalText(decimal(row[name] ?? '0')));
  return Object.fromEntries(
    rows
      .map(({ jurisdiction, currency, transactionCount, exemptAmounts, reportingAmounts, ...amounts }) => {
        const reasons = exemptAmounts.map(({ reason, amount }) => `${reason} ${toDecimalText(decimal(amount))}`);
        const converted = reportingAmounts && [reportingAmounts.currency, ...amountsOf(reportingAmounts)];
        const figures = [String(transactionCount), ...amountsOf(amounts)];
        return [`${jurisdiction?.id} ${currency}`, { figures, reasons: reasons.sort(), converted }] as const;
      })
      .filter(([, { figures }]) => figures.some((figure) => !decimal(figure).isZero())),
  );
}
