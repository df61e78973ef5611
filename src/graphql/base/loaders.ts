import DataLoader from 'dataloader';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionFile } from '../../domain/exemptions/exemption-file.ts';
import type { ExemptionOrderField, TransactionOrderField } from '../../domain/lists/list-order.ts';
import type { ExemptionFilter, TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage } from '../../ports/stores/page-request.ts';
import type { CalculationName, CalculationPage } from '../../ports/stores/transaction-store.ts';
import type { TenantStores } from '../../ports/stores.ts';

type TransactionPage = OrderedPage<TransactionOrderField>;
type ExemptionPage = OrderedPage<ExemptionOrderField>;

/**
 * Batches the reads of one request; each loader answers in the order of its keys. A record's own lists have one loader
 * per set of arguments, so the same list of many records is read in one statement.
 */
export type Loaders = {
  readonly customerById: DataLoader<string, Customer | null>;
  readonly fileOfExemption: DataLoader<string, ExemptionFile | null>;
  readonly transactionById: DataLoader<string, Transaction | null>;
  readonly transactionByKey: DataLoader<NaturalKey, Transaction | null, string>;
  readonly refundsOfInvoice: DataLoader<NaturalKey, readonly Transaction[], string>;
  readonly snapshotById: DataLoader<string, TransactionSnapshot | null>;
  readonly snapshotOfCalculation: DataLoader<CalculationName, TransactionSnapshot | null, string>;
  calculationsOf(page: CalculationPage): DataLoader<string, readonly EarlierCalculation[]>;
  exemptionsOfCustomer(filter: ExemptionFilter, page: ExemptionPage): DataLoader<string, readonly Exemption[]>;
  /** Of any status and date. */
  allExemptionsOfCustomer(): DataLoader<string, readonly Exemption[]>;
  exemptionCountOfCustomer(filter: ExemptionFilter): DataLoader<string, number>;
  transactionsOfCustomer(filter: TransactionFilter, page: TransactionPage): DataLoader<string, readonly Transaction[]>;
  summariesOfCustomer(
    filter: TransactionFilter,
    page: TransactionPage,
  ): DataLoader<string, readonly TransactionSummary[]>;
  transactionCountOfCustomer(filter: TransactionFilter): DataLoader<string, number>;
  /** Documents that name this one in `createdFrom`. */
  transactionsMadeFrom(
    filter: TransactionFilter,
    page: TransactionPage,
  ): DataLoader<NaturalKey, readonly Transaction[], string>;
  summariesMadeFrom(
    filter: TransactionFilter,
    page: TransactionPage,
  ): DataLoader<NaturalKey, readonly TransactionSummary[], string>;
  transactionCountMadeFrom(filter: TransactionFilter): DataLoader<NaturalKey, number, string>;
  /** After a change, so that lists are read again. */
  forgetLists(): void;
};

/** Loads many records through a loader, in the order of the keys. */
export function loadAll<Value>(loader: { load(key: string): Promise<Value> }, keys: readonly string[]) {
  return Promise.all(keys.map((key) => loader.load(key)));
}

export function createLoaders(stores: TenantStores): Loaders {
  const kept = new KeptLoaders();
  const records = recordLoaders(stores);
  return {
    ...records,
    ...exemptionLists(stores, kept),
    ...transactionLists(stores, kept),
    forgetLists: () => {
      kept.forget();
      records.refundsOfInvoice.clearAll();
    },
  };
}

function recordLoaders({ customers, exemptionFiles, transactions }: TenantStores) {
  return {
    customerById: new DataLoader<string, Customer | null>(async (ids) => {
      const found = new Map((await customers.findMany(ids)).map((customer) => [customer.serviceId, customer]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    fileOfExemption: new DataLoader<string, ExemptionFile | null>(async (ids) => {
      const found = new Map((await exemptionFiles.findMany(ids)).map((file) => [file.serviceId, file]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    transactionById: new DataLoader<string, Transaction | null>(async (ids) => {
      const found = new Map((await transactions.findMany(ids)).map((record) => [record.serviceId, record]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    transactionByKey: new DataLoader<NaturalKey, Transaction | null, string>(
      async (keys) => {
        const known = await transactions.findByKeys(keys);
        const found = new Map(known.map(({ transaction }) => [keyText(transaction), transaction]));
        return keys.map((key) => found.get(keyText(key)) ?? null);
      },
      { cacheKeyFn: keyText },
    ),
    refundsOfInvoice: new DataLoader<NaturalKey, readonly Transaction[], string>(
      (keys) => transactions.findRefundsOf(keys),
      { cacheKeyFn: keyText },
    ),
    snapshotById: new DataLoader<string, TransactionSnapshot | null>(async (ids) => {
      const found = await transactions.findSnapshots(ids);
      return ids.map((id) => found.get(id) ?? null);
    }),
    snapshotOfCalculation: new DataLoader<CalculationName, TransactionSnapshot | null, string>(
      (names) => transactions.findCalculationSnapshots(names),
      { cacheKeyFn: ({ serviceId, calculationNumber }) => `${serviceId} ${calculationNumber}` },
    ),
  };
}

function exemptionLists({ exemptions }: TenantStores, kept: KeptLoaders) {
  return {
    exemptionsOfCustomer: kept.perArguments(
      (filter: ExemptionFilter, page: ExemptionPage) =>
        new DataLoader<string, readonly Exemption[]>((ids) => exemptions.listByCustomer(ids, filter, page)),
    ),
    allExemptionsOfCustomer: kept.perArguments(
      () =>
        new DataLoader<string, readonly Exemption[]>(async (ids) => {
          const found = await exemptions.findByCustomers(ids);
          return ids.map((id) => found.filter(({ customerId }) => customerId === id));
        }),
    ),
    exemptionCountOfCustomer: kept.perArguments(
      (filter: ExemptionFilter) => new DataLoader<string, number>((ids) => exemptions.countByCustomer(ids, filter)),
    ),
  };
}

function transactionLists({ transactions }: TenantStores, kept: KeptLoaders) {
  return {
    calculationsOf: kept.perArguments(
      (page: CalculationPage) =>
        new DataLoader<string, readonly EarlierCalculation[]>((ids) => transactions.listCalculations(ids, page)),
    ),
    transactionsOfCustomer: kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<string, readonly Transaction[]>((customerIds) =>
          transactions.listByOwner({ kind: 'customers', customerIds }, filter, page),
        ),
    ),
    summariesOfCustomer: kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<string, readonly TransactionSummary[]>((customerIds) =>
          transactions.listSummariesByOwner({ kind: 'customers', customerIds }, filter, page),
        ),
    ),
    transactionCountOfCustomer: kept.perArguments(
      (filter: TransactionFilter) =>
        new DataLoader<string, number>((customerIds) =>
          transactions.countByOwner({ kind: 'customers', customerIds }, filter),
        ),
    ),
    transactionsMadeFrom: kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<NaturalKey, readonly Transaction[], string>(
          (keys) => transactions.listByOwner({ kind: 'documents', keys }, filter, page),
          { cacheKeyFn: keyText },
        ),
    ),
    summariesMadeFrom: kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<NaturalKey, readonly TransactionSummary[], string>(
          (keys) => transactions.listSummariesByOwner({ kind: 'documents', keys }, filter, page),
          { cacheKeyFn: keyText },
        ),
    ),
    transactionCountMadeFrom: kept.perArguments(
      (filter: TransactionFilter) =>
        new DataLoader<NaturalKey, number, string>(
          (keys) => transactions.countByOwner({ kind: 'documents', keys }, filter),
          { cacheKeyFn: keyText },
        ),
    ),
  };
}

const keyText = ({ source, externalId }: NaturalKey) => `${source} ${externalId}`;

/** The loaders of lists by their arguments, which are plain data; equal arguments share a loader. */
class KeptLoaders {
  private readonly made: Map<string, unknown>[] = [];

  perArguments<Arguments extends readonly unknown[], Loader>(create: (...given: Arguments) => Loader) {
    const loaders = new Map<string, Loader>();
    this.made.push(loaders);
    return (...given: Arguments): Loader => {
      const key = JSON.stringify(given);
      const known = loaders.get(key);
      if (known !== undefined) return known;
      const loader = create(...given);
      loaders.set(key, loader);
      return loader;
    };
  }

  forget(): void {
    for (const loaders of this.made) loaders.clear();
  }
}
