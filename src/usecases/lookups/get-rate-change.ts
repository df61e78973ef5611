import { addDays } from '../../domain/base/calendar.ts';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { formatCount } from '../../domain/base/words.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { allDocuments } from '../../domain/liability/counted-documents.ts';
import type { RateChange, RateChangeEffect } from '../../domain/lookups/rate-changes.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import { addedTaxes, type ChangedTax, changedTax } from '../../domain/what-if/changed-taxes.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { recordedDocuments } from '../transactions/recorded-documents.ts';
import { servingOthers } from '../writing/yield-to-event-loop.ts';
import { lawAfterChange } from './law-after-change.ts';
import { listRateChanges } from './list-rate-changes.ts';
import { customersThere, openThere, placeOfUpdate } from './place-of-change.ts';
import { bookOf } from './rate-book-versions.ts';

type Named = { readonly changeId: string; readonly inVersion: number | null };

/** A change in the rate book in force or in another version. Throws `NOT_FOUND` if the change does not exist. */
export async function getRateChange(ctx: Context, { changeId, inVersion }: Named): Promise<RateChange> {
  const [, country = ''] = changeId.split('.');
  const filter = { country: { eq: country } };
  const changes = await listRateChanges(ctx, { zip: null, taxCode: null, inVersion, filter });
  const found = changes.find((change) => change.changeId === changeId);
  if (!found) throw new AppError('NOT_FOUND', `Rate change ${JSON.stringify(changeId)} not found.`);
  return found;
}

/** The estimates and orders of the account that a change affects. */
export async function openDocumentsOf(ctx: Context, change: RateChange): Promise<TransactionFilter> {
  const { work } = authorize(ctx, 'transactions:read');
  work.add(workCosts.rateChangePlace);
  const books = { version: await bookOf(ctx, change), inForce: ctx.reference };
  return openThere(await placeOfUpdate(books, change));
}

const { days: mostDays, documents: mostDocuments } = gatewayLimits.rateChangeEffect;

/**
 * Customers and documents affected by a change, and its effect on the tax of recent days. Each invoice and refund of
 * these days is recalculated under its frozen law with this one change. Refuses requests with more documents than one
 * response can cover.
 */
export async function getRateChangeEffect(
  ctx: Context,
  change: RateChange,
  days: number,
  inForce = ctx.reference,
): Promise<RateChangeEffect> {
  authorize(ctx, 'tax:read');
  authorize(ctx, 'customers:read');
  const { stores, work } = authorize(ctx, 'transactions:read');
  work.add(workCosts.rateChangePlace);
  if (days < 1 || days > mostDays) {
    throw invalidField(['days'], 'OUT_OF_RANGE', `days must be a whole number from 1 to ${mostDays}.`);
  }
  const to = todayOf(ctx);
  const from = addDays(to, 1 - days);
  const documents = documentsBefore(change, { from, to });
  const count = await stores.transactions.count(documents);
  if (count > mostDocuments) {
    const message = `The place has ${count} documents in the last ${formatCount(days, 'day')}, but at most ${mostDocuments} can be recalculated. Request fewer days.`;
    throw invalidField(['days'], 'TOO_LONG', message);
  }
  const reference = await bookOf(ctx, change);
  const law = lawAfterChange(reference, change);
  const customerIds = new Set<string>();
  const taxes: ChangedTax[] = [];
  for await (const { document, refunded } of recordedDocuments(stores.transactions, documents)) {
    const { transaction } = document;
    work.add(2 * (workCosts.calculation + workCosts.item * transaction.items.length));
    customerIds.add(transaction.customerId);
    taxes.push(await servingOthers(changedTax(document, refunded, law)));
  }
  const place = await placeOfUpdate({ version: reference, inForce }, change);
  return {
    change,
    from,
    to,
    customerCount: await stores.customers.count(customersThere(reference, place, [...customerIds])),
    openTransactionCount: await stores.transactions.count(openThere(place)),
    transactionCount: taxes.length,
    taxes: addedTaxes(taxes),
  };
}

/** Invoices and refunds in the place of the change, with a tax date before the change. */
function documentsBefore(
  { country, subdivision, kind, jurisdiction, before, effectiveOn }: RateChange,
  period: { readonly from: string; readonly to: string },
): TransactionFilter {
  // Only a changed rate limits the documents to its jurisdiction. A new tax is not in any document yet, and a rule may
  // tax items that no jurisdiction taxed before.
  const jurisdictionId = kind === 'RATE' && before !== null ? jurisdiction.id : null;
  const counted = { ...allDocuments(period), countries: [country], state: subdivision, jurisdictionId };
  return { counted, taxDate: { lt: effectiveOn } };
}
