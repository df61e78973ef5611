import { toDecimalText } from '../../domain/base/amount.ts';
import type { DifferenceCause, ReconciledRow, Reconciliation } from '../../domain/reconciliations/reconciliation.ts';
import type { RowFault } from '../../domain/reconciliations/row-cells.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import { type Decimal, decimalText, zero } from '../../tax/numbers/decimal.ts';
import type { CalculatedQuote } from '../transactions/calculate-transaction.ts';

/**
 * A result for a file: a document, or errors in rows. Results are in file order, followed by the documents missing from
 * the file.
 */
export type ReconciliationPart =
  | { readonly kind: 'row'; readonly row: ReconciledRow }
  | { readonly kind: 'faults'; readonly faults: readonly RowFault[] };

/** The summary, and the largest differences. */
export type ReconciliationResult = {
  readonly summary: Reconciliation;
  readonly worst: readonly WorstRow[];
};
export type WorstRow = {
  readonly row: ReconciledRow;
  /** The number of items in the gateway's document; 0 if the comparison did not calculate the document. */
  readonly itemCount: number;
  /**
   * Recalculates the document, because the results of many long documents would not fit into memory. Null if the
   * comparison did not calculate the document, or it can no longer be calculated.
   */
  quote(): Promise<CalculatedQuote | null>;
};

export type ComparedTaxes = Pick<ReconciledRow, 'line' | 'source' | 'externalId' | 'currency'> & {
  /** The tax in the file; null if the document is not in the file. */
  readonly theirTaxAmount: Decimal | null;
  /** The tax in the gateway; null if the document is not stored here or its country is not covered. */
  readonly taxAmount: Decimal | null;
};

export type WhyDifferent = {
  readonly cause: DifferenceCause;
  readonly message: string;
  readonly jurisdiction: Jurisdiction | null;
};

const equal = { cause: null, message: null, jurisdiction: null };

/** The row of a document. If `why` is null, the taxes are equal. */
export function reconciledRowOf(compared: ComparedTaxes, why: WhyDifferent | null): ReconciledRow {
  const { theirTaxAmount, taxAmount, ...document } = compared;
  return {
    ...document,
    ...(why ?? equal),
    theirTaxAmount: theirTaxAmount && toDecimalText(theirTaxAmount),
    taxAmount: taxAmount && toDecimalText(taxAmount),
    taxDifference: toDecimalText((taxAmount ?? zero).minus(theirTaxAmount ?? zero)),
  };
}

/** A sentence with both taxes, shown after the cause. */
export const bothTaxes = ({ theirTaxAmount, taxAmount }: ComparedTaxes) =>
  `Theirs: ${decimalText(theirTaxAmount ?? zero)}; ours: ${decimalText(taxAmount ?? zero)}.`;
