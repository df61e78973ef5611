import type { TenantSettings } from '../../../domain/account/tenant.ts';
import type { NaturalKey } from '../../../domain/base/record-name.ts';
import type { Customer } from '../../../domain/customers/customer.ts';
import { currenciesFor, daysFor } from '../../../domain/exchange-rates/conversion.ts';
import type { ExchangeRate } from '../../../domain/exchange-rates/exchange-rate.ts';
import type { Exemption } from '../../../domain/exemptions/exemption.ts';
import type { ClosedPeriod } from '../../../domain/returns/closed-period.ts';
import { copiedFrom } from '../../../domain/transactions/copied-lines.ts';
import { completeInput, isComplete } from '../../../domain/transactions/refund/complete-input.ts';
import { possibleTaxDates } from '../../../domain/transactions/tax-date.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { CompleteInput, SentTransaction } from '../../../domain/transactions/transaction-input.ts';
import type { Session } from '../../../ports/context.ts';
import type { StoredTransaction, TransactionStore } from '../../../ports/stores/transaction-store.ts';
import type { TenantStores } from '../../../ports/stores.ts';
import { findProductCodes } from '../../products/product-codes.ts';
import type { AssessmentRequest } from './assessment-request.ts';
import { findRefundedInvoice, type StoredInvoiceWithRefunds } from './find-refunded-invoice.ts';

/** The inputs of a document's tax other than the request and the rate book. */
export type CalculationFacts = Pick<AssessmentRequest, 'settings' | 'declarations' | 'exchangeRates'> & {
  /** The stored customer; undefined if the customer is not stored. */
  readonly customer: Customer | undefined;
  readonly exemptions: readonly Exemption[];
  /** The closed periods that may cover the tax date. */
  readonly closed: readonly ClosedPeriod[];
};

type LoadedFacts = {
  /** The document, completed with data copied from its invoice in the case of a refund. */
  readonly input: CompleteInput;
  readonly facts: CalculationFacts;
  /** The stored document; null for a new one, or if it was not looked up. */
  readonly stored: StoredTransaction | null;
  /** The document from which lines may have been copied, if it is stored. */
  readonly original: Transaction | null;
  /** The refunded invoice, if the input is a refund of a stored invoice. */
  readonly refunded: StoredInvoiceWithRefunds | null;
  /** Refunds stored before the invoice, if the input is an invoice. */
  readonly waiting: readonly StoredTransaction[];
};

/** Reads the facts for one document. `key` is null if the document is not stored or has already been read. */
export async function loadCalculationFacts(
  { stores, tenant }: Session,
  sent: SentTransaction,
  key: NaturalKey | null,
): Promise<LoadedFacts> {
  const { transactions } = stores;
  const refunding = findRefundedInvoice(transactions, sent);
  const input = isComplete(sent)
    ? sent
    : completeInput(
        sent,
        (await refunding)?.invoice.transaction ?? null,
        tenant.settings,
        await findProductCodes(stores, [sent]),
      );
  const isInvoice = input.transactionType === 'INVOICE' && input.transactionStatus !== 'CANCELLED';
  const [{ stored, waiting, ...facts }, refunded, original] = await Promise.all([
    transactions.findFacts({ customerId: input.customerId, key, taxDates: possibleTaxDates(input), isInvoice }),
    refunding,
    findOriginal(transactions, input),
  ]);
  // A refund has the currency of its invoice.
  const currency = refunded?.invoice.transaction.currency ?? input.currency;
  const exchangeRates = await exchangeRatesFor(stores, facts.settings, [{ ...input, currency }]);
  return { input, facts: { ...facts, exchangeRates }, stored, refunded, original, waiting };
}

/** The document from which the lines of the input may have been copied, if it is stored. */
export async function findOriginal(
  transactions: TransactionStore,
  input: SentTransaction,
): Promise<Transaction | null> {
  const key = copiedFrom(input);
  const [found] = key ? await transactions.findByKeys([key]) : [];
  return found?.transaction ?? null;
}

type Dated = Pick<SentTransaction, 'currency' | 'externalTimestamps' | 'taxDate'>;

/**
 * The rates that convert these documents to the reporting currency; no rates are read if all documents already use it.
 */
export async function exchangeRatesFor(
  { exchangeRates }: Pick<TenantStores, 'exchangeRates'>,
  { reportingCurrency, defaultCurrency }: TenantSettings,
  documents: readonly Dated[],
): Promise<readonly ExchangeRate[]> {
  if (reportingCurrency === null) return [];
  const currencyOf = ({ currency }: Dated) => currency ?? defaultCurrency;
  const foreign = documents.filter((document) => currencyOf(document) !== reportingCurrency);
  if (foreign.length === 0) return [];
  const days = foreign.flatMap(possibleTaxDates);
  const currencies = currenciesFor([reportingCurrency, ...foreign.map(currencyOf)]);
  return exchangeRates.findFor(currencies, daysFor(days));
}
