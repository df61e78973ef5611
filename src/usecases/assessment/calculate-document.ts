import { AppError } from '../../domain/base/errors.ts';
import { withExchangeRate } from '../../domain/exchange-rates/document-exchange.ts';
import type { ExchangeRate } from '../../domain/exchange-rates/exchange-rate.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { Context } from '../../ports/context.ts';
import { assessTransaction } from './assess-transaction.ts';
import type { StoredInvoiceWithRefunds } from './find-refunded-invoice.ts';
import type { TransactionToAssess } from './transaction-to-assess.ts';

export type DocumentCalculation = { readonly document: TransactionDocument; readonly snapshot: TransactionSnapshot };

export type TransactionToCalculate = TransactionToAssess & {
  /** Those that convert the document to the reporting currency. */
  readonly exchangeRates: readonly ExchangeRate[];
};

/** Calculates a document: a refund of a stored invoice from the figures of the invoice, anything else from the rate book. */
export async function calculateDocument(
  { onCalculated }: Pick<Context, 'onCalculated'>,
  request: TransactionToCalculate,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<DocumentCalculation> {
  try {
    const calculation = await calculate(request, refunded);
    onCalculated?.(calculation.document.reason);
    return calculation;
  } catch (error) {
    onCalculated?.(error instanceof AppError ? error.code : 'INTERNAL');
    throw error;
  }
}

async function calculate(
  request: TransactionToCalculate,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<DocumentCalculation> {
  const { document, snapshot } = refunded
    ? await calculateRefund(request.input, refunded)
    : await assessTransaction(request);
  return {
    document: withExchangeRate(document, request.settings.reportingCurrency, request.exchangeRates),
    snapshot,
  };
}
