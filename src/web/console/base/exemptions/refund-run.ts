import { totals } from '../../format/decimal-text.ts';
import { money } from '../../format/format.ts';
import type { ResultOf } from '../graphql.ts';
import type { refundTaxOperation } from './operations.ts';

export type Run = Extract<
  ResultOf<typeof refundTaxOperation>['refundExemptTax'],
  { readonly __typename: 'TaxRefundRun' }
>;

type Sums = {
  readonly count: number;
  /** One amount per currency, such as `$12.00 + €3.00`. */
  readonly amount: string;
  readonly skipped: number;
  readonly failures: readonly string[];
};

/** The results of one or more runs, one per state. */
export function sumsOf(runs: readonly Run[]): Sums {
  const rows = runs.flatMap((run) => run.rows);
  const amounts = totals(
    runs.flatMap((run) => run.totals.map((one) => [one.currency, one.refundedTaxAmount] as const)),
  );
  return {
    count: rows.filter(({ outcome }) => outcome === 'REFUNDED' || outcome === 'PREVIEWED').length,
    amount: [...amounts].map(([currency, amount]) => money(amount, currency)).join(' + '),
    skipped: rows.filter(({ outcome }) => outcome === 'SKIPPED_FILED').length,
    failures: rows.flatMap(({ outcome, error }) => (outcome === 'FAILED' ? [error?.message ?? ''] : [])),
  };
}
