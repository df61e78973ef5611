import type { CustomerType } from '../../tax/model/assessment.ts';
import { type TaxReason, taxReasonFacts } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, one, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { ExclusionReason } from '../transactions/transaction-enums.ts';
import type { NexusPlace } from './nexus.ts';
import type { MeasuringPeriod } from './nexus-periods.ts';
import type { CurrencySales, ExcludedSales, NexusStatus } from './nexus-record.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/**
 * The sales to add up: invoices less refunds, each on its own tax date, without tax and state fees, after discounts and
 * including shipping. Cancelled documents do not count.
 */
export type SalesQuestion = NexusPlace &
  MeasuringPeriod & {
    /** The currency of the threshold; sales in other currencies are compared with it only after conversion. */
    readonly currency: string;
    readonly excludes: readonly ExclusionReason[];
    readonly threshold: Tests | null;
    /** For the EU: the other member states, and `EU`. By default, only the country of the place. */
    readonly countries?: readonly string[] | undefined;
  };

/** The reasons for which a place may not count sales. The stores read the same rule in SQL (`stores/sql/excluded-as.ts`). */
export function exclusionsOf(customerType: CustomerType, reason: TaxReason): readonly ExclusionReason[] {
  const { nexusSales } = taxReasonFacts[reason];
  return [
    ...(customerType === 'MARKETPLACE' || reason === 'MARKETPLACE' ? (['MARKETPLACE'] as const) : []),
    ...(customerType === 'RESELLER' ? (['RESALE'] as const) : []),
    ...(nexusSales === 'TAXABLE' ? [] : [nexusSales]),
  ];
}

export type Tests = Pick<NexusThreshold, 'salesAmount' | 'transactionCount' | 'combine'>;

/** Sales in a measuring period, by currency. */
export type AddedUpSales = {
  readonly counted: readonly CurrencySales[];
  readonly excludedSales: readonly ExcludedSales[];
};

/**
 * The first days on which the sums since the start of the period reached the threshold; null if the threshold was not
 * reached.
 */
export type ReachedDays = {
  readonly salesReachedOn: string | null;
  readonly transactionsReachedOn: string | null;
};

/** The sales that count in a period, in the currency of its threshold, with each day converted at its own rate. */
export type SalesConversion = {
  /** The amounts are added exactly, and the sum is rounded once. */
  readonly salesAmount: DecimalText;
  /** Sales in other currencies: sales included in the amount, and sales omitted because a rate is missing. */
  readonly converted: readonly CurrencySales[];
  readonly notConverted: readonly CurrencySales[];
  readonly reached: ReachedDays;
};

/** The sales in a measuring period, compared with the threshold. */
export type NexusPeriod = MeasuringPeriod &
  CurrencySales & {
    readonly place: NexusPlace;
    /** As in the question; null for the country of the place only. */
    readonly countries: readonly string[] | null;
    readonly excludes: readonly ExclusionReason[];
    /** All currencies, including the currency of the comparison. */
    readonly sales: readonly CurrencySales[];
    /** Sales in other currencies included in the sum, converted at the rate of each day. */
    readonly converted: readonly CurrencySales[];
    /**
     * Sales in other currencies on days without an exchange rate. These sales are not in the sum, but their invoices
     * are counted.
     */
    readonly notConverted: readonly CurrencySales[];
    /** Sales in all currencies that the state does not count. */
    readonly excludedSales: readonly ExcludedSales[];
    /** The share of the threshold reached in each test, such as 0.85 for 85 %; null if the threshold lacks the test. */
    readonly salesShare: DecimalText | null;
    readonly transactionShare: DecimalText | null;
    readonly status: NexusStatus;
    readonly reachedOn: string | null;
  };

/** The share of a threshold at which sales count as approaching the threshold. */
export const approachingShare = decimal('0.8');

/**
 * Omits the day on which the threshold was reached. A separate query finds that day for the few states that reached
 * their threshold.
 */
export function comparePeriod(
  { from, to, endsOn, currency, threshold, country, state, excludes, countries }: SalesQuestion,
  { counted: sales, excludedSales }: AddedUpSales,
  conversion: SalesConversion | null = null,
): NexusPeriod {
  const own = sales.find((one) => one.currency === currency)?.salesAmount ?? toDecimalText(zero);
  const salesAmount = conversion?.salesAmount ?? own;
  const transactionCount = sales.reduce((count, one) => count + one.transactionCount, 0);
  const notConverted = conversion?.notConverted ?? sales.filter((one) => one.currency !== currency);
  const hasSold = sales.some((one) => decimal(one.salesAmount).gt(zero));
  const status = threshold ? statusOf(threshold, { salesAmount, transactionCount, hasSold }) : 'NOT_TRACKED';
  return {
    place: { country, state },
    countries: countries ?? null,
    excludes,
    from,
    to,
    endsOn,
    currency,
    salesAmount,
    transactionCount,
    sales,
    converted: conversion?.converted ?? [],
    notConverted,
    excludedSales,
    salesShare: threshold && shareOf(decimal(salesAmount), threshold.salesAmount),
    transactionShare:
      threshold && hasTransactionTest(threshold)
        ? shareOf(decimal(String(transactionCount)), decimal(String(threshold.transactionCount)))
        : null,
    status,
    reachedOn: null,
  };
}

const shareSteps = 10_000;

/** Rounded down, so that 1 means that the threshold was reached. */
function shareOf(reached: Decimal, threshold: Decimal): DecimalText | null {
  return threshold.isZero() ? null : toDecimalText(reached.div(threshold).times(shareSteps).floor().div(shareSteps));
}

type Sold = Pick<CurrencySales, 'salesAmount' | 'transactionCount'> & { readonly hasSold: boolean };

/**
 * A threshold counts as reached when the sum equals the threshold: the rate book does not say whether a law requires
 * more. A sale in any currency reaches a threshold of 0.
 */
function statusOf(threshold: Tests, { salesAmount, transactionCount, hasSold }: Sold): NexusStatus {
  if (threshold.salesAmount.isZero()) return hasSold ? 'REACHED' : 'BELOW';
  const isPast = (share: Decimal): boolean => {
    const isBySales = decimal(salesAmount).gte(threshold.salesAmount.times(share));
    if (!hasTransactionTest(threshold)) return isBySales;
    const isByTransactions = share.times(threshold.transactionCount).lte(transactionCount);
    return threshold.combine === 'BOTH' ? isBySales && isByTransactions : isBySales || isByTransactions;
  };
  if (isPast(one)) return 'REACHED';
  return isPast(approachingShare) ? 'APPROACHING' : 'BELOW';
}

/** The first day on which the tests of the threshold were met. */
export function reachedDay(
  { threshold }: Pick<SalesQuestion, 'threshold'>,
  { salesReachedOn, transactionsReachedOn }: ReachedDays,
): string | null {
  if (threshold === null || !hasTransactionTest(threshold)) return salesReachedOn;
  const days = [salesReachedOn, transactionsReachedOn].filter((day) => day !== null).sort();
  return (threshold.combine === 'BOTH' ? days.at(-1) : days[0]) ?? null;
}

type TwoTests = { readonly transactionCount: number };

export function hasTransactionTest<Threshold extends Tests>(threshold: Threshold): threshold is Threshold & TwoTests {
  return threshold.combine !== 'SALES_ONLY' && threshold.transactionCount !== null;
}
