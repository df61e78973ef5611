import type { TaxLine } from '../../../tax/model/assessment.ts';
import type { RateInForce } from '../../../tax/model/place.ts';
import type { PriceBracket } from '../../../tax/model/rule.ts';
import { type Decimal, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from '../transaction-snapshot.ts';

/** The tax line as stored. It refers to its rate by index in `rates`; a missing rate is added to the list. */
export function recordTaxLine(taxLine: TaxLine, rates: SnapshotRate[], place: number | undefined): SnapshotTaxLine {
  return {
    rate: rateIndexOf(rates, taxLine, place),
    appliedRate: toDecimalText(taxLine.rate),
    taxableAmount: toDecimalText(taxLine.taxableAmount),
    exemptAmount: toDecimalText(taxLine.exemptAmount),
    taxAmount: toDecimalText(taxLine.taxAmount),
    reason: taxLine.reason,
    certificateId: taxLine.certificateId,
    ...(taxLine.part !== undefined && { part: taxLine.part }),
  };
}

/** Rates in the rate book never change, so each record is created only once. */
const recordedRates = new WeakMap<RateInForce, SnapshotRate>();

/** A rate as stored in a document. */
export function recordRate(rate: RateInForce, place: number | undefined): SnapshotRate {
  const known = recordedRates.get(rate) ?? recordOf(rate);
  recordedRates.set(rate, known);
  return place === undefined ? known : { ...known, place };
}

function recordOf({ jurisdiction, rate, validFrom, validThrough, source }: RateInForce): SnapshotRate {
  return { jurisdiction, rate: toDecimalText(rate), validFrom, validThrough, source };
}

/** The source of the zero rate recorded for a state or country without a tax when a line has a manual rate. */
const manualRateSource = 'manual rate';

/** The general rates of a place: all recorded rates, except rates added by lines. */
export function ratesOfPlace({ rates }: Pick<TransactionSnapshot, 'rates'>, place: number | undefined): SnapshotRate[] {
  return rates.filter((rate) => rate.place === place && rate.source !== manualRateSource && !rate.bracket);
}

/**
 * The index of a tax line's rate. Two kinds of rates are added to the place's rates: a rate on a price bracket, and a
 * zero rate for a manual rate in a place without a tax.
 */
function rateIndexOf(
  rates: SnapshotRate[],
  { jurisdiction, bracket, rate }: TaxLine,
  place: number | undefined,
): number {
  const known = rates.findIndex(
    (one) => one.place === place && one.jurisdiction.id === jurisdiction.id && !one.bracket === !bracket,
  );
  if (known >= 0) return known;
  const added = bracket ? bracketRate(bracket, rate) : { rate: toDecimalText(zero), source: manualRateSource };
  const ofPlace = place === undefined ? {} : { place };
  return rates.push({ jurisdiction, validFrom: null, validThrough: null, ...added, ...ofPlace }) - 1;
}

function bracketRate({ fromAmount, toAmount, source = '' }: PriceBracket, rate: Decimal) {
  const bracket = { fromAmount: toDecimalText(fromAmount), toAmount: toAmount && toDecimalText(toAmount) };
  return { rate: toDecimalText(rate), source, bracket };
}
