import { converted, createConverter, missingRate } from '../exchange-rates/conversion.ts';
import type { ExchangeRate } from '../exchange-rates/exchange-rate.ts';
import type { TransactionDocument } from './transaction.ts';

/**
 * The document with its tax and total converted to the reporting currency at the rate for its tax date, or with a
 * notice if no rate is stored. Unchanged without a reporting currency, or if the document is already in it.
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
