import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { assessTransaction } from '../assessment/assess-transaction.ts';
import { declarationsFor } from '../assessment/declarations.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import type { BatchOutcome, BatchRow } from './batch-rows.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import { changeOf, createdTransaction } from './transaction-changes.ts';

/** As many documents, or items of them, are written in one statement and held in memory at once. */
const mostRows = 50;
const mostItems = 2_000;
const writesAtOnce = 2;

type Creation = { readonly row: BatchRow; readonly stored: StoredTransaction; readonly customer: Customer };
type Told = (row: BatchRow, outcome: BatchOutcome) => void;

/**
 * Creates documents with few statements, and finds those that change nothing. Answers the rows that have to be looked at
 * one by one: they replace a document, or another request came in between.
 */
export async function createTogether(
  ctx: Context,
  session: Session,
  rows: readonly BatchRow[],
  tell: Told,
): Promise<readonly BatchRow[]> {
  const prepare = await readAll(ctx, session, rows);
  const left: BatchRow[] = [];
  const breathe = createYield();
  let creations: Creation[] = [];
  let items = 0;
  let writing: readonly Promise<void>[] = [];
  const flush = async () => {
    // The next documents are worked out while these are written, but no more are held than are being written.
    if (writing.length >= writesAtOnce) await writing[0];
    writing = [...writing.slice(1 - writesAtOnce), write(session, creations, tell, left)];
    creations = [];
    items = 0;
  };
  for (const row of rows) {
    await breathe();
    try {
      const { request, known, digests } = prepare(row);
      if (!known) {
        const { document, snapshot } = await assessTransaction(request);
        const transaction = createdTransaction(request.input, document, ctx.reference.version, ctx.now());
        creations.push({ row, stored: { transaction, snapshot, digests }, customer: request.customer });
        items += request.input.items.length;
      } else if (changeOf(known, request, digests) === 'nothing') {
        tell(row, { kind: 'unchanged', transaction: known.transaction, customer: request.customer });
      } else left.push(row);
    } catch (error) {
      tell(row, { kind: 'failed', error });
    }
    if (creations.length >= mostRows || items >= mostItems) await flush();
  }
  await flush();
  await Promise.all(writing);
  return left;
}

async function write({ stores }: Session, creations: readonly Creation[], tell: Told, left: BatchRow[]): Promise<void> {
  // What one row does to a statement must not fail the others: each is then stored, or fails, by itself.
  const inserted = await stores.transactions
    .insertMany(creations.map(({ stored }) => stored))
    .catch(() => new Set<string>());
  for (const { row, stored, customer } of creations) {
    if (!inserted.has(stored.transaction.serviceId)) left.push(row);
    else tell(row, { kind: 'created', transaction: stored.transaction, customer });
  }
}

/** Reads what all rows need, in few statements, and returns the function that prepares a row with it. */
async function readAll(ctx: Context, { stores, tenant }: Session, rows: readonly BatchRow[]) {
  const customerIds = [...new Set(rows.map(({ input }) => input.customerId))];
  const { settings } = tenant;
  const [customers, certificates, stored, declarations] = await Promise.all([
    stores.customers.findMany(customerIds),
    stores.exemptions.findByCustomers(customerIds),
    stores.transactions.findByKeys(rows.map(({ input }) => input)),
    declarationsFor(stores, settings),
  ]);
  const customerById = new Map(customers.map((customer) => [customer.serviceId, customer]));
  const certificatesOf = groupByCustomer(certificates);
  const keyOf = (key: { source: string; externalId: string }) => `${key.source} ${key.externalId}`;
  const knownByKey = new Map(stored.map((known) => [keyOf(known.transaction), known]));
  return ({ input: sent }: BatchRow) =>
    prepareTransaction(ctx, {
      sent,
      known: knownByKey.get(keyOf(sent)) ?? null,
      customer: customerById.get(sent.customerId),
      exemptions: certificatesOf.get(sent.customerId) ?? [],
      settings,
      declarations,
    });
}

function groupByCustomer(certificates: readonly Exemption[]): Map<string, Exemption[]> {
  const groups = new Map<string, Exemption[]>();
  for (const certificate of certificates) {
    const group = groups.get(certificate.customerId);
    if (group) group.push(certificate);
    else groups.set(certificate.customerId, [certificate]);
  }
  return groups;
}
