import { type Decimal, decimal, roundToUnit, sum } from '../../tax/numbers/decimal.ts';
import { toDecimalText } from '../base/amount.ts';
import { minorUnitOf } from '../base/currency.ts';
import { groupedBy } from '../base/grouped-by.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { ConversionQuestion, ConversionRate } from '../exchange-rates/conversion.ts';
import type { ExposedPlace, ExposedReporting } from './exposure-record.ts';

/** The day on which tax became due in a state, and the reason. */
export type CollectionStart = Pick<ExposedPlace, 'state' | 'name' | 'basis' | 'reachedOn' | 'collectFrom'> & {
  readonly state: string;
};

/** The amounts that one document adds to one state. */
export type ExposedDocument = {
  readonly state: string;
  readonly currency: string;
  readonly reportedOn: string;
  readonly taxableAmount: Decimal;
  readonly taxAmount: Decimal;
};

type Reporting = {
  /** Null without a reporting currency. */
  readonly currency: string | null;
  rateOn(question: ConversionQuestion): Pick<ConversionRate, 'rate'> | null;
};

/** One place for each state and currency. */
export function exposedPlaces(
  documents: readonly ExposedDocument[],
  starts: readonly CollectionStart[],
  within: ReportPeriod,
  reporting: Reporting,
): ExposedPlace[] {
  const byState = groupedBy(documents, ({ state }) => state);
  return starts.flatMap((start) =>
    [...groupedBy(byState.get(start.state) ?? [], ({ currency }) => currency)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([currency, ofPlace]): ExposedPlace => ({
          country: 'US',
          ...start,
          currency,
          ...totals(ofPlace),
          transactionCount: ofPlace.length,
          months: [...groupedBy(ofPlace, ({ reportedOn }) => reportedOn.slice(0, 7))]
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([month, ofMonth]) => ({ month, ...totals(ofMonth) })),
          reportingAmounts: inReporting(ofPlace, currency, reporting),
          within,
        }),
      ),
  );
}

function totals(documents: readonly ExposedDocument[]): Pick<ExposedPlace, 'taxableAmount' | 'taxAmount'> {
  return {
    taxableAmount: toDecimalText(sum(documents.map(({ taxableAmount }) => taxableAmount))),
    taxAmount: toDecimalText(sum(documents.map(({ taxAmount }) => taxAmount))),
  };
}

/** Multiplies exactly and rounds each sum once. */
function inReporting(
  documents: readonly ExposedDocument[],
  from: string,
  { currency: to, rateOn }: Reporting,
): ExposedReporting | null {
  if (to === null) return null;
  const rates = new Map<string, Decimal | null>();
  for (const { reportedOn: on } of documents) {
    if (rates.has(on)) continue;
    const rate = from === to ? '1' : rateOn({ from, to, on })?.rate;
    rates.set(on, rate === undefined ? null : decimal(rate));
  }
  if ([...rates.values()].includes(null)) return null;
  const added = (amount: 'taxableAmount' | 'taxAmount') =>
    toDecimalText(
      roundToUnit(sum(documents.map((one) => one[amount].times(rates.get(one.reportedOn)!))), minorUnitOf(to)),
    );
  return { currency: to, taxableAmount: added('taxableAmount'), taxAmount: added('taxAmount') };
}
