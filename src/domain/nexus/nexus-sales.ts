import { type Decimal, decimal, one, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { NexusPlace } from './nexus.ts';
import type { MeasuringPeriod } from './nexus-periods.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/**
 * Sales to be added up: invoices less refunds, each on its own day, without tax and after discounts, shipping included;
 * what is cancelled counts for nothing.
 */
export type SalesQuestion = NexusPlace &
  MeasuringPeriod & {
    /** The one that a threshold is in: no other can be compared with it. */
    readonly currency: string;
    readonly countsMarketplaceSales: boolean;
    readonly threshold: Tests | null;
  };

/** What a threshold tests. */
type Tests = Pick<NexusThreshold, 'salesAmount' | 'transactionCount' | 'combine'>;

/** What was sold in one currency. */
export type CurrencySales = {
  readonly currency: string;
  /** Negative where more was given back than sold. */
  readonly salesAmount: DecimalText;
  /** Invoices; a refund takes none away. */
  readonly transactionCount: number;
};

/** The first days on which the sums since the period's start came to the threshold; null where they did not. */
export type ReachedDays = {
  readonly salesReachedOn: string | null;
  readonly transactionsReachedOn: string | null;
};

/** `NOT_TRACKED` where the rate book has no threshold to compare the sales with. */
export const nexusStatuses = ['NOT_TRACKED', 'NONE', 'APPROACHING', 'REACHED'] as const;
export type NexusStatus = (typeof nexusStatuses)[number];

/** The sales of a measuring period, and how they stand to the threshold. */
export type NexusPeriod = MeasuringPeriod &
  CurrencySales & {
    /** All currencies, the compared one among them. */
    readonly sales: readonly CurrencySales[];
    /** Sales in other currencies: they are in no sum, since there are no exchange rates here. Their invoices are counted. */
    readonly notConverted: readonly CurrencySales[];
    readonly status: NexusStatus;
    readonly reachedOn: string | null;
  };

/** From this share of a threshold on, it is approaching. */
const approachingShare = decimal('0.8');

/** The day of a threshold that was reached is found by itself: it is asked of the few states where one was. */
export function nexusPeriod(
  { fromOn, toOn, currency, threshold }: SalesQuestion,
  sales: readonly CurrencySales[],
): NexusPeriod {
  const salesAmount = sales.find((one) => one.currency === currency)?.salesAmount ?? toDecimalText(zero);
  const transactionCount = sales.reduce((count, one) => count + one.transactionCount, 0);
  const notConverted = sales.filter((one) => one.currency !== currency);
  const status = threshold ? statusOf(threshold, salesAmount, transactionCount) : 'NOT_TRACKED';
  return { fromOn, toOn, currency, salesAmount, transactionCount, sales, notConverted, status, reachedOn: null };
}

/** A threshold counts as reached by the sum itself: whether a law asks for more than it is not in the rate book. */
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

/** The day on which the tests that the threshold asks for were first passed. */
export function reachedDay(
  { threshold }: Pick<SalesQuestion, 'threshold'>,
  { salesReachedOn, transactionsReachedOn }: ReachedDays,
): string | null {
  if (threshold === null || !hasTransactionTest(threshold)) return salesReachedOn;
  const days = [salesReachedOn, transactionsReachedOn].filter((day) => day !== null).sort();
  return (threshold.combine === 'AND' ? days.at(-1) : days[0]) ?? null;
}

type TwoTests = { readonly transactionCount: number };

function hasTransactionTest<Threshold extends Tests>(threshold: Threshold): threshold is Threshold & TwoTests {
  return threshold.combine !== 'SALES_ONLY' && threshold.transactionCount !== null;
}
