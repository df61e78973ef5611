import type { TenantSettings } from '../../domain/account/tenant.ts';
import { passingServiceId } from '../../domain/base/service-id.ts';
import type { ExternalTimestamps } from '../../domain/base/timestamps.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { dayIn } from '../../domain/places/time-zones.ts';
import { stripCopiedOutcomes } from '../../domain/transactions/copied-lines.ts';
import type { Quote } from '../../domain/transactions/quote.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import { completeInput } from '../../domain/transactions/refund/complete-input.ts';
import { timeZoneAt, timeZoneAtHome, withTimeZone } from '../../domain/transactions/tax-date.ts';
import type { SentTransaction } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { authorize, type Context, lawTime, type Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { WorkedOut } from '../../tax/assess.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { calculateDocument, type LawFinder } from '../assessment/calculate-document.ts';
import { findRefundedInvoice } from '../assessment/request/find-refunded-invoice.ts';
import { exchangeRatesFor, findOriginal } from '../assessment/request/load-calculation-facts.ts';
import { findProductCodes } from '../products/product-codes.ts';
import { loadQuoteFacts, type QuoteFacts } from './document-customer.ts';

export type CalculatedQuote = {
  /** Named `transaction`, because it is displayed like a transaction. */
  readonly transaction: Quote;
  readonly snapshot: TransactionSnapshot;
  /** The customer; null unless it is stored and the token may read it. */
  readonly customer: Customer | null;
  /** The intermediate results of the core; absent for a refund of an invoice. */
  readonly workedOut?: WorkedOut | undefined;
};

/**
 * Calculates a document as if it were stored now, without storing it. Its service id identifies no record. A refund
 * reveals data of its invoice, so quoting a refund also requires the scope for reading invoices.
 */
export async function calculateTransaction(ctx: Context, quote: QuoteInput): Promise<CalculatedQuote> {
  const session = authorize(ctx, 'tax:read');
  if (quote.transactionType === 'REFUND' && quote.createdFrom !== null) authorize(ctx, 'transactions:read');
  return calculateUnder(ctx, session, quote, await loadFacts(session, quote));
}

/** The facts that affect the tax on a quote, other than the request. */
export async function loadFacts(session: Session, quote: QuoteInput): Promise<QuoteFacts> {
  const [facts, productCodes] = await Promise.all([
    loadQuoteFacts(session, quote),
    findProductCodes(session.stores, [quote]),
  ]);
  return { ...facts, productCodes };
}

/** Calculates a quote with facts that were read earlier and may have changed. */
export async function calculateUnder(
  ctx: Context,
  session: Session,
  quote: QuoteInput,
  { stored, productCodes, ...facts }: QuoteFacts,
  findLaw?: LawFinder,
): Promise<CalculatedQuote> {
  const dates = quoteDates(quote, ctx.reference, facts.settings, lawTime(ctx));
  const sent = asDocument({ ...quote, externalTimestamps: dates.externalTimestamps });
  const { transactions } = session.stores;
  const [refunded, original] = await Promise.all([
    findRefundedInvoice(transactions, sent),
    findOriginal(transactions, sent),
  ]);
  const whole = completeInput(sent, refunded?.invoice.transaction ?? null, facts.settings, productCodes);
  const dated = withTimeZone(whole, { ...facts, reference: ctx.reference }, null);
  const input = original ? stripCopiedOutcomes(dated, original, null) : dated;
  const currency = refunded?.invoice.transaction.currency ?? input.currency;
  const exchangeRates = await exchangeRatesFor(session.stores, facts.settings, [{ ...input, currency }]);
  const request = { input, reference: ctx.reference, ...facts, exchangeRates };
  const { document, snapshot, workedOut } = await calculateDocument(ctx, request, refunded, findLaw);
  const transaction: Quote = {
    serviceId: passingServiceId(),
    source: quote.source,
    externalId: quote.externalId,
    customerId: stored?.serviceId ?? null,
    transactionType: quote.transactionType,
    transactionStatus: quote.transactionStatus,
    rateBookVersion: ctx.reference.version,
    calculationNumber: 1,
    calculatedAt: ctx.now(),
    ...document,
    notices: [...dates.notices, ...document.notices],
  };
  if (stored === null || mayReadCustomers(session)) return { transaction, snapshot, customer: stored, workedOut };
  return { transaction, snapshot: { ...snapshot, buyer: undefined, evidence: undefined }, customer: null, workedOut };
}

/** As with stored documents, a token that may read documents may also read their customers. */
function mayReadCustomers({ principal: { scopes } }: Session): boolean {
  return scopes.has('customers:read') || scopes.has('transactions:read');
}

type DatedQuote = QuoteInput & Pick<SentTransaction, 'externalTimestamps'>;

/**
 * The input in the form of a stored document. A missing key or customer is left blank, which does not affect the tax.
 */
function asDocument({ customer: _, ...quote }: DatedQuote): SentTransaction {
  return {
    ...quote,
    source: quote.source ?? '',
    externalId: quote.externalId ?? '',
    customerId: quote.customerId ?? '',
    transactionType: quote.transactionType ?? 'INVOICE',
    transactionStatus: quote.transactionStatus ?? 'ACTIVE',
  };
}

type QuoteDates = { readonly externalTimestamps: ExternalTimestamps; readonly notices: readonly Notice[] };

/**
 * The dates of a quote. Default: its tax date, otherwise today at the destination. A notice reports today's date if it
 * differs from the date at the seller's home or in UTC.
 */
function quoteDates(quote: QuoteInput, reference: ReferenceData, settings: TenantSettings, now: Date): QuoteDates {
  const { externalTimestamps, taxDate, shippingAddress } = quote;
  if (externalTimestamps !== null) return { externalTimestamps, notices: [] };
  if (taxDate !== null) return { externalTimestamps: { createdDate: taxDate, updatedDate: taxDate }, notices: [] };
  const timeZone = shippingAddress === null ? 'UTC' : timeZoneAt(shippingAddress, reference);
  const today = dayIn(timeZone, now);
  const message = `No date was sent. The rates of ${today}, today’s date in the time zone ${timeZone}, were used.`;
  const zones = ['UTC', timeZoneAtHome(settings, reference) ?? 'UTC'];
  const isSameDay = zones.every((zone) => dayIn(zone, now) === today);
  return {
    externalTimestamps: { createdDate: today, updatedDate: today },
    notices: isSameDay ? [] : [{ code: 'DATE_ASSUMED', pointer: '/externalTimestamps', message }],
  };
}
