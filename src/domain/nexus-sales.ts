import type { NexusThreshold } from '../reference/reference-data.ts';
import { type Decimal, decimal, one, zero } from '../tax/decimal.ts';
import { asText, type DecimalText } from './amount.ts';
import type { NexusPlace } from './nexus.ts';
import type { MeasuringPeriod } from './nexus-periods.ts';

/**
 * Sales to be added up: invoices less refunds, each on its own day, without tax and after discounts, shipping included;
 * what is cancelled counts for nothing.
 */
export type SalesQuestion = NexusPlace &
  MeasuringPeriod & {
    /** The one that a threshold is in: no other can be compared with it. */
    readonly currency: string;
    readonly countsMarketplaceSales: boolean;
    readonly threshold: Pick<NexusThreshold, 'salesAmount' | 'transactionCount'> | null;
  };

/** What was sold in one currency. */
export type CurrencySales = {
  readonly currency: string;
  /** Negative where more was given back than sold. */
  readonly salesAmount: DecimalText;
  /** Invoices; a refund takes none away. */
  readonly transactionCount: number;
};

/** The answer to a question; its days are the first on which the sum since the period's start came to the threshold. */
export type SalesAnswer = {
  readonly sales: readonly CurrencySales[];
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

export function nexusPeriod(
  { fromOn, toOn, currency }: SalesQuestion,
  answer: SalesAnswer,
  threshold: NexusThreshold | null,
): NexusPeriod {
  const salesAmount = answer.sales.find((sales) => sales.currency === currency)?.salesAmount ?? asText(zero);
  const transactionCount = answer.sales.reduce((count, sales) => count + sales.transactionCount, 0);
  const notConverted = answer.sales.filter((sales) => sales.currency !== currency);
  const status = threshold ? statusOf(threshold, salesAmount, transactionCount) : 'NOT_TRACKED';
  const reachedOn = threshold && status === 'REACHED' ? reachedDay(threshold, answer) : null;
  const { sales } = answer;
  return { fromOn, toOn, currency, salesAmount, transactionCount, sales, notConverted, status, reachedOn };
}

/** A threshold counts as reached by the sum itself: whether a law asks for more than it is not in the rate book. */
function statusOf(threshold: NexusThreshold, salesAmount: DecimalText, transactionCount: number): NexusStatus {
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
function reachedDay(threshold: NexusThreshold, { salesReachedOn, transactionsReachedOn }: SalesAnswer): string | null {
  if (!hasTransactionTest(threshold)) return salesReachedOn;
  const days = [salesReachedOn, transactionsReachedOn].filter((day) => day !== null).sort();
  return (threshold.combine === 'AND' ? days.at(-1) : days[0]) ?? null;
}

type TwoTests = NexusThreshold & { readonly transactionCount: number };

function hasTransactionTest(threshold: NexusThreshold): threshold is TwoTests {
  return threshold.combine !== 'SALES_ONLY' && threshold.transactionCount !== null;
}
