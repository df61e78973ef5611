import type { TransactionDocument } from '../transactions/transaction.ts';
import { converted, createConverter, missingRate } from './conversion.ts';
import type { ExchangeRate } from './exchange-rate.ts';

/**
 * The document with its tax in the reporting currency, at the rate that holds on its tax date; without a rate, with a notice.
 * Unchanged if its own currency is that of the reports.
 */
export function withExchangeRate(
  document: TransactionDocument,
  reportingCurrency: string | null,
  rates: readonly ExchangeRate[],
): TransactionDocument {
  const { currency, taxDate, salesTax, finalTransactionAmount, notices } = document;
  if (reportingCurrency === null || reportingCurrency === currency) return document;
  const found = createConverter(rates)({ from: currency, to: reportingCurrency, on: taxDate });
  if (!found) return { ...document, notices: [...notices, missingRate(currency, reportingCurrency, taxDate)] };
  const inReports = (amount: string) => converted(amount, found.rate, reportingCurrency);
  return {
    ...document,
    exchangeRate: {
      toCurrency: reportingCurrency,
      ...found,
      taxAmount: inReports(salesTax.amount),
      finalTransactionAmount: inReports(finalTransactionAmount),
    },
  };
}
