import { type AccountFinder, accountFinders } from '../../domain/account/journal-settings.ts';
import type { TenantSettings } from '../../domain/account/tenant.ts';
import {
  type AskedJournal,
  isInJournalOf,
  journalFilter,
  MembersBefore,
  postTheSame,
  reversed,
} from '../../domain/journal/journal-changes.ts';
import { type JournalRow, journalRows } from '../../domain/journal/journal-row.ts';
import type { Position } from '../../domain/lists/cursor.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { authenticated, authorize, type Context } from '../../ports/context.ts';
import { currentSettings } from '../account/account.ts';
import { loadDetails, pagesOfTransactions, type TransactionWithDetails } from '../transactions/list-transactions.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';

/** The rows of a document, or the reversal of its earlier rows. */
export type JournalEntry = { readonly document: TransactionWithDetails; readonly rows: readonly JournalRow[] };

/**
 * The entries for some documents. For a changed document, the entries that turn the previous journal into the current
 * one.
 */
export async function journalEntries(
  ctx: Context,
  transactions: readonly Transaction[],
  { period, since }: AskedJournal,
  accountOf: AccountFinder,
): Promise<readonly JournalEntry[]> {
  const documents = await loadDetails(ctx, transactions);
  const entryOf = (document: TransactionWithDetails): JournalEntry => {
    return { document, rows: isInJournalOf(document.transaction, period) ? journalRows(document, accountOf) : [] };
  };
  const before = since === null ? [] : await documentsBefore(ctx, documents, since);
  const serveOthers = createYield();
  const entries: JournalEntry[] = [];
  for (const [index, document] of documents.entries()) {
    await serveOthers();
    const [was, is] = [before[index] ? entryOf(before[index]) : null, entryOf(document)];
    if (!was) entries.push(is);
    else if (!postTheSame(was.rows, is.rows)) entries.push({ ...was, rows: was.rows.map(reversed) }, is);
  }
  return entries;
}

/** All entries, with one page of documents in memory at a time. */
export async function* eachJournalEntry(
  ctx: Context,
  asked: AskedJournal,
  accountOf: AccountFinder,
): AsyncGenerator<JournalEntry> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  for await (const page of pagesOfTransactions(transactions, journalFilter(asked))) {
    yield* await journalEntries(ctx, page, asked, accountOf);
  }
}

/** An audit entry of a long document contains all of its items twice. */
const entriesAtOnce = 20;

/**
 * The previous documents, from the audit trail and earlier calculations; null for a document that had not been stored
 * yet.
 */
async function documentsBefore(
  ctx: Context,
  documents: readonly TransactionWithDetails[],
  since: Date,
): Promise<readonly (TransactionWithDetails | null)[]> {
  const { stores } = authorize(ctx, 'transactions:read');
  const old = documents.filter(({ transaction }) => transaction.internalTimestamps.createdDate < since);
  const members = new Map(old.map(({ transaction }) => [transaction.serviceId, new MembersBefore()]));
  const filter = {
    recordType: { eq: 'TRANSACTION' },
    recordId: { in: [...members.keys()] },
    occurredAt: { gte: since },
  } as const;
  for (let after: Position | null = null; members.size > 0; ) {
    const page = await stores.audit.list(filter, { limit: entriesAtOnce, after, direction: 'ASC' });
    for (const change of page) members.get(change.recordId ?? '')?.add(change);
    const last = page.at(-1);
    if (!last || page.length < entriesAtOnce) break;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
  const were = old.map(({ transaction }) => members.get(transaction.serviceId)!.of(transaction));
  const replaced = were.filter((was, index) => was.calculationNumber !== old[index]!.transaction.calculationNumber);
  const found = await stores.transactions.findCalculationSnapshots(replaced);
  const snapshots = new Map(replaced.map(({ serviceId }, index) => [serviceId, found[index]]));
  return documents.map((document) => {
    const at = old.indexOf(document);
    if (at < 0) return null;
    const snapshot = snapshots.get(document.transaction.serviceId) ?? document.snapshot;
    return { ...document, transaction: were[at]!, snapshot };
  });
}

type JournalFacts = ReturnType<typeof accountFinders> & { readonly settings: TenantSettings };

export async function journalFacts(ctx: Context): Promise<JournalFacts> {
  const settings = await currentSettings(authenticated(ctx));
  const isInEu = (country: string) => ctx.reference.countryFacts(country)?.isInEu === true;
  return { settings, ...accountFinders(settings.journal, settings.homeAddress.country, isInEu) };
}
