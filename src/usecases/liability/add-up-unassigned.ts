import { sumOfTexts } from '../../domain/base/amount.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { LiabilityQuestion, ReportedTaxes } from '../../domain/liability/liability-query.ts';
import type { LiabilityRow } from '../../domain/liability/liability-record.ts';
import type { UnassignedPlace, UnassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { daysWithoutReturn, sharesOf, taxesOf } from '../../domain/returns/days-without-return.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { addUpRows } from './get-liability.ts';

/** The tax that no return reports, from the sums without one-stop-shop supplies. */
export async function addUpUnassigned(
  own: AddedUpTotals,
  question: LiabilityQuestion,
  returns: readonly TaxReturnKey[],
): Promise<UnassignedTax[]> {
  const read = new Map<string, Promise<readonly LiabilityRow[]>>();

  function rowsOf({ from, to }: ReportPeriod, country: string | null, taxes: ReportedTaxes | null) {
    const asked = { ...question, from, to, country, taxes, groupBy: new Set(['COUNTRY', 'STATE'] as const) };
    const key = JSON.stringify([from, to, country, taxes]);
    const rows = read.get(key) ?? addUpRows(own, asked);
    read.set(key, rows);
    return rows;
  }

  const found: UnassignedTax[] = [];
  for (const place of placesOf(await rowsOf(question, question.country, null))) {
    const rows: LiabilityRow[] = [];
    for (const share of sharesOf(place)) {
      const taxes = taxesOf(share);
      for (const days of daysWithoutReturn(share, question, returns)) {
        const all = await rowsOf(days, taxes ? place.country : question.country, taxes);
        rows.push(...all.filter(({ country, state }) => country === place.country && state === place.state));
      }
    }
    for (const currency of new Set(rows.map((row) => row.currency))) {
      const taxAmount = sumOfTexts(rows.filter((row) => row.currency === currency).map((row) => row.taxAmount));
      if (!decimal(taxAmount).isZero()) found.push({ ...place, currency, taxAmount });
    }
  }
  return found;
}

function placesOf(rows: readonly LiabilityRow[]): UnassignedPlace[] {
  const places = rows.flatMap(({ country, state }) => (country === null ? [] : [{ country, state }]));
  return [...new Map(places.map((one) => [`${one.country} ${one.state}`, one])).values()];
}
