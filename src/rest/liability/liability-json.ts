import type { Liability, LiabilityRow } from '../../domain/liability/liability.ts';
import { number, shown, shownNumber } from '../http/json.ts';

export function liabilityJson({ fromOn, toOn, rows }: Liability) {
  return { from: fromOn, to: toOn, rows: rows.map(liabilityRowJson) };
}

export function liabilityRowJson(row: LiabilityRow) {
  return {
    country: shown(row.country),
    state: shown(row.state),
    jurisdiction: shown(row.jurisdiction),
    taxCode: shown(row.taxCode),
    reason: shown(row.reason),
    transactionType: shown(row.transactionType),
    subsidiary: shown(row.subsidiary),
    month: shown(row.month),
    currency: row.currency,
    grossSalesAmount: number(row.grossSalesAmount),
    taxableAmount: number(row.taxableAmount),
    exemptAmount: number(row.exemptAmount),
    exemptAmounts: row.exemptAmounts.map(({ reason, amount }) => ({ reason, amount: number(amount) })),
    nonTaxableAmount: number(row.nonTaxableAmount),
    uncollectedAmount: number(row.uncollectedAmount),
    taxAmount: number(row.taxAmount),
    feeAmount: shownNumber(row.feeAmount),
    marketplaceSalesAmount: number(row.marketplaceSalesAmount),
    refundsAmount: number(row.refundsAmount),
    documentCount: row.documentCount,
  };
}
