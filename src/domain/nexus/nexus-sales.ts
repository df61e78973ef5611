import type { TaxReason } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, one, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { NexusPlace } from './nexus.ts';
import type { MeasuringPeriod } from './nexus-periods.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/**
 * The sales to add up: invoices less refunds, each on its own tax date, without tax, after discounts and with shipping;
 * cancelled documents do not count.
 */
export type SalesQuestion = NexusPlace &
  MeasuringPeriod & {
    /** The currency of the threshold; sales in others cannot be compared with it. */
    readonly currency: string;
    readonly leavesOut: readonly LeftOutReason[];
    readonly threshold: Tests | null;
  };

/**
 * Why a state does not count sales: the customer type of the invoice, or, for `EXEMPT`, the reason of the line. An exempt
 * line leaves only its amount out; its invoice stays in the number.
 */
export const leftOutReasons = ['MARKETPLACE', 'RESALE', 'EXEMPT'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** What a threshold tests. */
export type Tests = Pick<NexusThreshold, 'salesAmount' | 'transactionCount' | 'combine'>;

/** What was sold in one currency. */
export type CurrencySales = {
  readonly currency: string;
  /** Negative if refunds exceed sales. */
  readonly salesAmount: DecimalText;
  /** Invoices; refunds are not subtracted. */
  readonly transactionCount: number;
};

/** Lines that are not taxed, whoever collects; a line where nothing is collected may be taxable. */
export const exemptReasons: readonly TaxReason[] = [
  'ZERO_RATED',
  'PRODUCT_NOT_TAXABLE',
  'PRODUCT_EXEMPT',
  'BELOW_THRESHOLD',
  'HOLIDAY',
  'CUSTOMER_EXEMPT',
  'CUSTOMER_TYPE',
  'SENT_AS_NOT_TAXABLE',
];

export type LeftOutSales = CurrencySales & { readonly reason: LeftOutReason };

/** What was sold in a measuring period, by currency. */
export type AddedUpSales = {
  readonly counted: readonly CurrencySales[];
  readonly leftOut: readonly LeftOutSales[];
};

/** The first days on which the sums since the start of the period reached the threshold; null if they did not. */
export type ReachedDays = {
  readonly salesReachedOn: string | null;
  readonly transactionsReachedOn: string | null;
};

/** `NOT_TRACKED` if the rate book has no threshold to compare the sales with. */
export const nexusStatuses = ['NOT_TRACKED', 'NONE', 'APPROACHING', 'REACHED'] as const;
export type NexusStatus = (typeof nexusStatuses)[number];

/** The sales of a measuring period, compared with the threshold. */
export type NexusPeriod = MeasuringPeriod &
  CurrencySales & {
    readonly place: NexusPlace;
    readonly leavesOut: readonly LeftOutReason[];
    /** All currencies, including the compared one. */
    readonly sales: readonly CurrencySales[];
    /**
     * Sales in other currencies, which are in no sum because there are no exchange rates. Their invoices are counted.
     */
    readonly notConverted: readonly CurrencySales[];
    /** Sales there that the state does not count, in all currencies. */
    readonly leftOut: readonly LeftOutSales[];
    /** The shares of the threshold that were reached, 0.85 for 85 %; null where it has no such test. */
    readonly salesShare: DecimalText | null;
    readonly transactionShare: DecimalText | null;
    readonly status: NexusStatus;
    readonly reachedOn: string | null;
  };

/** The share of a threshold from which on it counts as approaching. */
const approachingShare = decimal('0.8');

/** The day on which a threshold was reached is found separately, for the few states where one was. */
export function nexusPeriod(
  { fromOn, toOn, currency, threshold, country, state, leavesOut }: SalesQuestion,
  { counted: sales, leftOut }: AddedUpSales,
): NexusPeriod {
  const salesAmount = sales.find((one) => one.currency === currency)?.salesAmount ?? toDecimalText(zero);
  const transactionCount = sales.reduce((count, one) => count + one.transactionCount, 0);
  const notConverted = sales.filter((one) => one.currency !== currency);
  const status = threshold ? statusOf(threshold, salesAmount, transactionCount) : 'NOT_TRACKED';
  return {
    place: { country, state },
    leavesOut,
    fromOn,
    toOn,
    currency,
    salesAmount,
    transactionCount,
    sales,
    notConverted,
    leftOut,
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

/** Rounded down, so that 1 is reached only with the threshold. */
function shareOf(reached: Decimal, threshold: Decimal): DecimalText | null {
  return threshold.isZero() ? null : toDecimalText(reached.div(threshold).times(shareSteps).floor().div(shareSteps));
}

/** A threshold counts as reached when the sum equals it: the rate book does not say whether a law requires more. */
function statusOf(threshold: Tests, salesAmount: DecimalText, transactionCount: number): NexusStatus {
  const isPast = (share: Decimal): boolean => {
    const isBySales = decimal(salesAmount).gte(threshold.salesAmount.times(share));
    if (!hasTransactionTest(threshold)) return isBySales;
    const isByTransactions = share.times(threshold.transactionCount).lte(transactionCount);
    return threshold.combine === 'AND' ? isBySales && isByTransactions : isBySales || isByTransactions;
  };
  if (isPast(one)) return 'REACHED';
  return isPast(approachingShare) ? 'APPROACHING' : 'NONE';
}

/** The first day on which the tests of the threshold were met. */
export function reachedDay(
  { threshold }: Pick<SalesQuestion, 'threshold'>,
  { salesReachedOn, transactionsReachedOn }: ReachedDays,
): string | null {
  if (threshold === null || !hasTransactionTest(threshold)) return salesReachedOn;
  const days = [salesReachedOn, transactionsReachedOn].filter((day) => day !== null).sort();
  return (threshold.combine === 'AND' ? days.at(-1) : days[0]) ?? null;
}

type TwoTests = { readonly transactionCount: number };

export function hasTransactionTest<Threshold extends Tests>(threshold: Threshold): threshold is Threshold & TwoTests {
  return threshold.combine !== 'SALES_ONLY' && threshold.transactionCount !== null;
}
