import type { Notice } from '../../tax/model/assessment.ts';
import type { JurisdictionLevel } from '../../tax/model/place.ts';
import { type TaxReason, taxReasonFacts, type UntaxedAs } from '../../tax/model/reasons.ts';
import { type Decimal, decimal, sum, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { TransactionType } from '../transactions/transaction.ts';

/** What a row is for; a member is null unless the rows are grouped by it, or if the documents have none. */
export type LiabilityLabels = {
  readonly country: string | null;
  readonly state: string | null;
  readonly jurisdiction: { readonly id: string; readonly level: JurisdictionLevel; readonly name: string } | null;
  readonly taxCode: string | null;
  readonly reason: TaxReason | null;
  /** Absent in the figures of returns that were filed before it was kept. */
  readonly rate?: DecimalText | null;
  readonly transactionType: TransactionType | null;
  readonly subsidiary: string | null;
  /** `2026-07`. */
  readonly month: string | null;
  readonly currency: string;
};

/** Totals of one group, reason, type and kind of customer; positive for refunds too. */
export type LiabilitySum = {
  readonly labels: LiabilityLabels;
  readonly reason: TaxReason;
  readonly transactionType: TransactionType;
  readonly isMarketplace: boolean;
  readonly grossAmount: string;
  readonly taxableAmount: string;
  readonly taxAmount: string;
  /** Null where a fee belongs to no group. */
  readonly feeAmount: string | null;
  readonly documents: number;
};

/**
 * What is owed for one group in one currency. Refunds are subtracted in the period that reports them. The gross sales are
 * the sum of taxable, exempt, non-taxable and uncollected sales.
 */
export type LiabilityRow = LiabilityLabels & {
  readonly grossSalesAmount: DecimalText;
  readonly taxableAmount: DecimalText;
  readonly exemptAmount: DecimalText;
  readonly exemptAmounts: readonly ReasonAmount[];
  readonly nonTaxableAmount: DecimalText;
  readonly uncollectedAmount: DecimalText;
  readonly taxAmount: DecimalText;
  readonly feeAmount: DecimalText | null;
  readonly marketplaceSalesAmount: DecimalText;
  readonly refundsAmount: DecimalText;
  readonly documentCount: number;
  /** The same in the reporting currency; null without one or without a rate. */
  readonly reporting?: ReportingAmounts | null;
};

/** Amounts of a row in the reporting currency, each rounded by itself. */
export type ReportingAmounts = Pick<
  LiabilityRow,
  | 'grossSalesAmount'
  | 'taxableAmount'
  | 'exemptAmount'
  | 'nonTaxableAmount'
  | 'uncollectedAmount'
  | 'taxAmount'
  | 'feeAmount'
  | 'marketplaceSalesAmount'
  | 'refundsAmount'
> & { readonly currency: string };

export type ReasonAmount = { readonly reason: TaxReason; readonly amount: DecimalText };

export type Liability = ReportPeriod & {
  readonly rows: readonly LiabilityRow[];
  readonly notices: readonly Notice[];
};

/** One row for each group, in the order in which the groups first appear. */
export function liabilityRows(sums: readonly LiabilitySum[]): LiabilityRow[] {
  const groups = new Map<string, LiabilitySum[]>();
  for (const one of sums) {
    const key = JSON.stringify(one.labels);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map(toRow);
}

function toRow(group: readonly LiabilitySum[]): LiabilityRow {
  const own = group.filter(({ isMarketplace }) => !isMarketplace);
  const untaxedAs = (kind: UntaxedAs) => own.filter(({ reason }) => taxReasonFacts[reason].untaxedAs === kind);
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
    taxAmount: added(group.map((one) => signed(one.taxAmount, one.transactionType))),
    feeAmount: fees.length === 0 ? null : added(fees),
    marketplaceSalesAmount: added(group.filter(({ isMarketplace }) => isMarketplace).map(gross)),
    refundsAmount: added(
      own.filter(({ transactionType }) => transactionType !== 'INVOICE').map((one) => gross(one).neg()),
    ),
    documentCount: group.reduce((count, { documents }) => count + documents, 0),
  };
}

function byReason(exempt: readonly LiabilitySum[]): ReasonAmount[] {
  const reasons = [...new Set(exempt.map(({ reason }) => reason))].sort();
  return reasons
    .map((reason) => ({ reason, amount: added(exempt.filter((one) => one.reason === reason).map(untaxed)) }))
    .filter(({ amount }) => amount !== '0');
}

const gross = (one: LiabilitySum): Decimal => signed(one.grossAmount, one.transactionType);
const untaxed = (one: LiabilitySum): Decimal => gross(one).minus(signed(one.taxableAmount, one.transactionType));

/** A refund is the magnitude of what it takes away. */
function signed(amount: string, transactionType: TransactionType): Decimal {
  const value = decimal(amount);
  return transactionType === 'INVOICE' ? value : zero.minus(value);
}

function added(amounts: readonly Decimal[]): DecimalText {
  return toDecimalText(sum(amounts));
}
