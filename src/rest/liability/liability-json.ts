import type { Liability, LiabilityRow, ReportingAmounts } from '../../domain/liability/liability.ts';
import { number, shown, shownNumber } from '../http/json.ts';

export function liabilityJson({ fromOn, toOn, rows, notices }: Liability) {
  return { from: fromOn, to: toOn, rows: rows.map(liabilityRowJson), notices };
}

export function liabilityRowJson(row: LiabilityRow) {
  return {
    country: shown(row.country),
    state: shown(row.state),
    jurisdiction: shown(row.jurisdiction),
    taxCode: shown(row.taxCode),
    reason: shown(row.reason),
    rate: shownNumber(row.rate ?? null),
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
    reporting: row.reporting ? reportingJson(row.reporting) : undefined,
  };
}

function reportingJson(amounts: ReportingAmounts) {
  return {
    currency: amounts.currency,
    grossSalesAmount: number(amounts.grossSalesAmount),
    taxableAmount: number(amounts.taxableAmount),
    exemptAmount: number(amounts.exemptAmount),
    nonTaxableAmount: number(amounts.nonTaxableAmount),
    uncollectedAmount: number(amounts.uncollectedAmount),
    taxAmount: number(amounts.taxAmount),
    feeAmount: shownNumber(amounts.feeAmount),
    marketplaceSalesAmount: number(amounts.marketplaceSalesAmount),
    refundsAmount: number(amounts.refundsAmount),
  };
}
