import { type TaxReason, taxReasonFacts, type UntaxedAs } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, sum, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { groupedBy } from '../base/grouped-by.ts';
import type { TransactionType } from '../transactions/transaction-enums.ts';
import type { LiabilityLabels, LiabilityRow, ReasonAmount } from './liability-record.ts';

/**
 * Totals for one group, reason and document type, separately for sales whose tax a marketplace collects. Refund amounts
 * are also positive.
 */
export type LiabilitySum = {
  readonly labels: LiabilityLabels;
  readonly reason: TaxReason;
  readonly transactionType: TransactionType;
  readonly isMarketplace: boolean;
  /** Whether a sale is counted in each jurisdiction that assessed it. */
  readonly isByJurisdiction: boolean;
  readonly grossAmount: string;
  readonly taxableAmount: string;
  readonly taxAmount: string;
  /** Null if fees cannot be assigned to the group. */
  readonly feeAmount: string | null;
  readonly documents: number;
};

/** One row per group, in the order of first appearance. */
export const liabilityRows = (sums: readonly LiabilitySum[]): LiabilityRow[] => groupsOf(sums).map(rowOf);

/** The sums of each row. */
export const groupsOf = (sums: readonly LiabilitySum[]): LiabilitySum[][] => [
  ...groupedBy(sums, ({ labels }) => JSON.stringify(labels)).values(),
];

/** Refunds are subtracted. Gross sales are the sum of taxable, exempt, non-taxable and uncollected sales. */
export function rowOf(group: readonly LiabilitySum[]): LiabilityRow {
  const own = group.filter(({ isMarketplace }) => !isMarketplace);
  const untaxedAs = (kind: UntaxedAs) => own.filter(({ reason }) => taxReasonFacts[reason].untaxedAs === kind);
  const ofMarketplaces = group.filter(({ isMarketplace }) => isMarketplace);
  const exempt = untaxedAs('EXEMPT');
  const fees = group.flatMap(({ feeAmount, transactionType }) =>
    feeAmount === null ? [] : [signed(feeAmount, transactionType)],
  );
  return {
    ...group[0]!.labels,
    grossSalesAmount: added(own.map(gross)),
    taxableAmount: added(own.map((one) => signed(one.taxableAmount, one.transactionType))),
    exemptAmount: added(exempt.map(untaxed)),
    exemptAmounts: byReason(exempt),
    nonTaxableAmount: added(untaxedAs('NON_TAXABLE').map(untaxed)),
    uncollectedAmount: added(untaxedAs('UNCOLLECTED').map(untaxed)),
    taxAmount: added(own.map(tax)),
    feeAmount: fees.length === 0 ? null : added(fees),
    marketplaceSalesAmount: added(ofMarketplaces.map(gross)),
    marketplaceTaxAmount: group[0]!.isByJurisdiction ? null : added(ofMarketplaces.map(tax)),
    refundsAmount: added(
      own.filter(({ transactionType }) => transactionType !== 'INVOICE').map((one) => gross(one).neg()),
    ),
    transactionCount: group.reduce((count, { documents }) => count + documents, 0),
    reportingAmounts: null,
  };
}

function byReason(exempt: readonly LiabilitySum[]): ReasonAmount[] {
  const reasons = [...new Set(exempt.map(({ reason }) => reason))].sort();
  return reasons
    .map((reason) => ({ reason, amount: added(exempt.filter((one) => one.reason === reason).map(untaxed)) }))
    .filter(({ amount }) => amount !== '0');
}

const gross = (one: LiabilitySum): Decimal => signed(one.grossAmount, one.transactionType);
const tax = (one: LiabilitySum): Decimal => signed(one.taxAmount, one.transactionType);
const untaxed = (one: LiabilitySum): Decimal => gross(one).minus(signed(one.taxableAmount, one.transactionType));

/** Refunds are recorded as positive amounts but reduce the totals. */
function signed(amount: string, transactionType: TransactionType): Decimal {
  const value = decimal(amount);
  return transactionType === 'INVOICE' ? value : zero.minus(value);
}

function added(amounts: readonly Decimal[]): DecimalText {
  return toDecimalText(sum(amounts));
}
