import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { needsDeclarations } from '../../domain/nexus/tax-collection.ts';
import type { ProductCodes } from '../../domain/transactions/item-product.ts';
import { completeInput } from '../../domain/transactions/refund/complete-input.ts';
import { possibleTaxDates } from '../../domain/transactions/tax-date.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { KnownTransaction, StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/account.ts';
import { type CalculationFacts, exchangeRatesFor } from '../assessment/request/load-calculation-facts.ts';
import { findProductCodes } from '../products/product-codes.ts';
import { afterPartOf, createYield } from '../writing/yield-to-event-loop.ts';
import type { BatchRow, ReportOutcome } from './batch-rows.ts';
import { newTransaction, prepareTransaction } from './prepare-transaction.ts';
import { changeOf } from './transaction-changes.ts';

/**
 * Creates documents with few statements, and reports created, unchanged and failed rows. Returns the rows that must be
 * stored individually, because they replace a document, must be linked to refunds, or could not be inserted.
 */
export async function createTogether(
  ctx: Context,
  session: Session,
  rows: readonly BatchRow[],
  report: ReportOutcome,
): Promise<readonly BatchRow[]> {
  if (rows.length === 0) return [];
  const readFacts = await loadRows(session, rows);
  const replacing: BatchRow[] = [];
  const insert = createBulkInsert(session.stores.transactions, report);
  const yieldIfDue = createYield();
  for (const row of rows) {
    await yieldIfDue();
    const result = await createOrCompare(ctx, session, row, readFacts(row)).catch((error: unknown) => failed(error));
    if (result.kind === 'new') await insert.add(result);
    else if (result.kind === 'changed') replacing.push(row);
    else report(row, result);
  }
  return [...replacing, ...(await insert.finish())];
}

const failed = (error: unknown) => ({ kind: 'failed', error }) as const;

type RowFacts = {
  readonly known: KnownTransaction | null;
  readonly facts: CalculationFacts;
  readonly productCodes: ProductCodes;
  /** Whether refunds of this invoice are already stored. */
  readonly isAwaited: boolean;
};

async function createOrCompare(ctx: Context, session: Session, row: BatchRow, of: RowFacts) {
  const { known, facts, productCodes, isAwaited } = of;
  const prepared = prepareTransaction(
    ctx,
    completeInput(row.input, null, session.tenant.settings, productCodes),
    { known, original: null },
    facts,
  );
  const { request, digests } = prepared;
  const { customer } = request;
  if (!known && isAwaited) return { kind: 'changed' } as const;
  if (!known) {
    const creation: Creation = { row, stored: await newTransaction(ctx, session, prepared, null), customer };
    return { kind: 'new', ...creation } as const;
  }
  await afterPartOf(request.input);
  if (changeOf(known, request, digests, null) !== 'nothing') return { kind: 'changed' } as const;
  return { kind: 'unchanged', transaction: known.transaction, customer } as const;
}

/** Loads the facts for all rows with few statements. Returns a function that picks the facts of one row. */
async function loadRows(session: Session, rows: readonly BatchRow[]): Promise<(row: BatchRow) => RowFacts> {
  const { stores } = session;
  const customerIds = [...new Set(rows.flatMap(({ input }) => input.customerId ?? []))];
  const days = rows.flatMap(({ input }) => possibleTaxDates(input)).sort();
  const invoices = rows.flatMap(({ input }) => (input.transactionType === 'INVOICE' ? [input] : []));
  const inputs = rows.map(({ input }) => input);
  const [customers, certificates, stored, { settings, declarations }, closed, refunds, productCodes] =
    await Promise.all([
      stores.customers.findMany(customerIds),
      stores.exemptions.findByCustomers(customerIds),
      stores.transactions.findByKeys(inputs),
      settingsAndDeclarations(session),
      stores.returns.findClosedBetween({ from: days[0]!, to: days.at(-1)! }),
      stores.transactions.findRefundsOf(invoices),
      findProductCodes(stores, inputs),
    ]);
  const exchangeRates = await exchangeRatesFor(stores, settings, inputs);
  const customerById = new Map(customers.map((customer) => [customer.serviceId, customer]));
  const certificatesOf = groupByCustomer(certificates);
  const keyOf = (key: { source: string; externalId: string }) => `${key.source} ${key.externalId}`;
  const knownByKey = new Map(stored.map((known) => [keyOf(known.transaction), known]));
  const awaited = new Set(invoices.filter((_, index) => refunds[index]!.length > 0).map(keyOf));
  return ({ input }) => ({
    isAwaited: awaited.has(keyOf(input)),
    known: knownByKey.get(keyOf(input)) ?? null,
    productCodes,
    facts: {
      customer: customerById.get(input.customerId ?? ''),
      exemptions: certificatesOf.get(input.customerId ?? '') ?? [],
      settings,
      declarations,
      closed,
      exchangeRates,
    },
  });
}

async function settingsAndDeclarations(session: Session) {
  const settings = await currentSettings(session);
  return { settings, declarations: needsDeclarations(settings) ? await session.stores.nexus.list() : [] };
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

/** The limits of one statement, and the maximum number of concurrent statements. */
const maxRows = 50;
const maxItems = 2_000;
const maxWrites = 2;

type Creation = { readonly row: BatchRow; readonly stored: StoredTransaction; readonly customer: Customer };

type BulkInsert = {
  /** Adds a document; waits while too many are being written. */
  add(creation: Creation): Promise<void>;
  /** Writes the rest and returns the rows that were not inserted. */
  finish(): Promise<readonly BatchRow[]>;
};

/** Inserts documents with few statements, while the next documents are calculated. */
function createBulkInsert(transactions: TransactionStore, report: ReportOutcome): BulkInsert {
  const rejected: BatchRow[] = [];
  let creations: Creation[] = [];
  let items = 0;
  let writing: readonly Promise<void>[] = [];

  const write = async (written: readonly Creation[]) => {
    // If a statement fails, each row is stored individually, so that one invalid row does not affect the others.
    const inserted = await transactions.insertMany(written.map(({ stored }) => stored)).catch(() => new Set<string>());
    for (const { row, stored, customer } of written) {
      if (!inserted.has(stored.transaction.serviceId)) rejected.push(row);
      else report(row, { kind: 'created', transaction: stored.transaction, customer });
    }
  };
  const flush = async () => {
    if (writing.length >= maxWrites) await writing[0];
    writing = [...writing.slice(1 - maxWrites), write(creations)];
    creations = [];
    items = 0;
  };
  return {
    async add(creation) {
      creations.push(creation);
      items += creation.stored.transaction.items.length;
      if (creations.length >= maxRows || items >= maxItems) await flush();
    },
    async finish() {
      await flush();
      await Promise.all(writing);
      return rejected;
    },
  };
}
