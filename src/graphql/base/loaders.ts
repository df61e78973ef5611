import DataLoader from 'dataloader';
import { groupedBy } from '../../domain/base/grouped-by.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { madeOnDemand } from '../../domain/base/on-demand.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionFile } from '../../domain/exemptions/exemption-file.ts';
import type { ExemptionFilter, ExemptionOrderField } from '../../domain/exemptions/exemption-list.ts';
import type { CalculationName, EarlierCalculation } from '../../domain/transactions/earlier-calculation.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage, PartOfPage } from '../../ports/stores/page-request.ts';
import type { TenantStores } from '../../ports/stores.ts';

type TransactionPage = OrderedPage<TransactionOrderField>;
type ExemptionPage = OrderedPage<ExemptionOrderField>;

/**
 * Batches the reads of one request; each loader returns results in the order of its keys. A record's own lists have one
 * loader per set of arguments, so the same list of many records is read in one statement.
 */
export type Loaders = {
  readonly customerById: DataLoader<string, Customer | null>;
  readonly customerByKey: DataLoader<NaturalKey, Customer | null, string>;
  readonly fileOfExemption: DataLoader<string, ExemptionFile | null>;
  readonly transactionById: DataLoader<string, Transaction | null>;
  readonly transactionByKey: DataLoader<NaturalKey, Transaction | null, string>;
  readonly refundsOfInvoice: DataLoader<NaturalKey, readonly Transaction[], string>;
  readonly snapshotById: DataLoader<string, TransactionSnapshot | null>;
  /** Loads calculations that were replaced by a later one. */
  readonly calculationByName: DataLoader<CalculationName, EarlierCalculation | null, string>;
  readonly snapshotOfCalculation: DataLoader<CalculationName, TransactionSnapshot | null, string>;
  exemptionsOfCustomer(filter: ExemptionFilter, page: ExemptionPage): DataLoader<string, readonly Exemption[]>;
  /** Loads exemptions of any status and date. */
  allExemptionsOfCustomer(): DataLoader<string, readonly Exemption[]>;
  exemptionCountOfCustomer(filter: ExemptionFilter): DataLoader<string, number>;
  summariesOfCustomer(
    filter: TransactionFilter,
    page: TransactionPage,
  ): DataLoader<string, readonly TransactionSummary[]>;
  shownOfCustomer(filter: TransactionFilter, page: TransactionPage): DataLoader<string, readonly ListedTransaction[]>;
  transactionCountOfCustomer(filter: TransactionFilter): DataLoader<string, number>;
  /** Loads the documents that were created from a document, as stated in their `createdFrom`. */
  summariesMadeFrom(
    filter: TransactionFilter,
    page: TransactionPage,
  ): DataLoader<NaturalKey, readonly TransactionSummary[], string>;
  shownMadeFrom(
    filter: TransactionFilter,
    page: TransactionPage,
  ): DataLoader<NaturalKey, readonly ListedTransaction[], string>;
  transactionCountMadeFrom(filter: TransactionFilter): DataLoader<NaturalKey, number, string>;
  /** Call this after a change, so that lists are read again. */
  forgetLists(): void;
};

/** Loads many records through a loader, in the order of the keys. */
export function loadAll<Key, Value>(loader: { load(key: Key): Promise<Value> }, keys: readonly Key[]) {
  return Promise.all(keys.map((key) => loader.load(key)));
}

type Given = { readonly stores: TenantStores; readonly kept: KeptLoaders; readonly readInParts: PartsReader };

/** Loaders are created when a resolver first needs one, because most operations use few. */
const loadersOf = madeOnDemand<Given, Loaders>({
  customerById: ({ stores }) =>
    new DataLoader<string, Customer | null>(async (ids) => {
      const found = new Map((await stores.customers.findMany(ids)).map((customer) => [customer.serviceId, customer]));
      return ids.map((id) => found.get(id) ?? null);
    }),
  customerByKey: ({ stores }) =>
    new DataLoader<NaturalKey, Customer | null, string>(
      async (keys) => {
        const found = new Map((await stores.customers.findByKeys(keys)).map((one) => [keyText(one), one]));
        return keys.map((key) => found.get(keyText(key)) ?? null);
      },
      { cacheKeyFn: keyText },
    ),
  fileOfExemption: ({ stores }) =>
    new DataLoader<string, ExemptionFile | null>(async (ids) => {
      const found = new Map((await stores.exemptionFiles.findMany(ids)).map((file) => [file.serviceId, file]));
      return ids.map((id) => found.get(id) ?? null);
    }),
  transactionById: ({ stores, readInParts }) =>
    new DataLoader<string, Transaction | null>(async (ids) => {
      const found = byName(
        await readInParts((read) => stores.transactions.findPart(without(ids, read, idOf)), itemCountOf),
        idOf,
      );
      return ids.map((id) => found.get(id) ?? null);
    }),
  transactionByKey: ({ stores, readInParts }) =>
    new DataLoader<NaturalKey, Transaction | null, string>(
      async (keys) => {
        const names = keys.map(keyText);
        const findRest = (read: readonly Transaction[]) =>
          stores.transactions.findPartByKeys(without(names, read, keyText).map(keyIn));
        const found = byName(await readInParts(findRest, itemCountOf), keyText);
        return names.map((name) => found.get(name) ?? null);
      },
      { cacheKeyFn: keyText },
    ),
  refundsOfInvoice: ({ stores, kept, readInParts }) =>
    kept.keep(
      new DataLoader<NaturalKey, readonly Transaction[], string>(
        async (keys) => {
          const refunds = await readInParts(
            (read: readonly Transaction[]) => stores.transactions.findPartOfRefunds(keys, read.map(idOf)),
            itemCountOf,
          );
          const byInvoice = groupedBy(refunds, ({ source, createdFrom }) =>
            keyText({ source, externalId: createdFrom ?? '' }),
          );
          return keys.map((key) => byInvoice.get(keyText(key)) ?? []);
        },
        { cacheKeyFn: keyText },
      ),
    ),
  snapshotById: ({ stores }) =>
    new DataLoader<string, TransactionSnapshot | null>(async (ids) => {
      const found = await stores.transactions.findSnapshots(ids);
      return ids.map((id) => found.get(id) ?? null);
    }),
  calculationByName: ({ stores, readInParts }) =>
    new DataLoader<CalculationName, EarlierCalculation | null, string>(
      async (names) => {
        const findRest = (read: readonly EarlierCalculation[]) => {
          const known = new Set(read.map(calculationText));
          return stores.transactions.findPartOfCalculations(names.filter((name) => !known.has(calculationText(name))));
        };
        const read = await readInParts(findRest, ({ document }) => document.items.length);
        const found = new Map(read.map((one) => [calculationText(one), one]));
        return names.map((name) => found.get(calculationText(name)) ?? null);
      },
      { cacheKeyFn: calculationText },
    ),
  snapshotOfCalculation: ({ stores }) =>
    new DataLoader<CalculationName, TransactionSnapshot | null, string>(
      (names) => stores.transactions.findCalculationSnapshots(names),
      { cacheKeyFn: calculationText },
    ),
  exemptionsOfCustomer: ({ stores, kept }) =>
    kept.perArguments(
      (filter: ExemptionFilter, page: ExemptionPage) =>
        new DataLoader<string, readonly Exemption[]>((ids) => stores.exemptions.listByCustomer(ids, filter, page)),
    ),
  allExemptionsOfCustomer: ({ stores, kept }) =>
    kept.perArguments(
      () =>
        new DataLoader<string, readonly Exemption[]>(async (ids) => {
          const found = await stores.exemptions.findByCustomers(ids);
          return ids.map((id) => found.filter(({ customerId }) => customerId === id));
        }),
    ),
  exemptionCountOfCustomer: ({ stores, kept }) =>
    kept.perArguments(
      (filter: ExemptionFilter) =>
        new DataLoader<string, number>((ids) => stores.exemptions.countByCustomer(ids, filter)),
    ),
  summariesOfCustomer: ({ stores, kept }) =>
    kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<string, readonly TransactionSummary[]>((customerIds) =>
          stores.transactions.listSummariesByOwner({ kind: 'customers', customerIds }, filter, page),
        ),
    ),
  shownOfCustomer: ({ stores, kept }) =>
    kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<string, readonly ListedTransaction[]>((customerIds) =>
          stores.transactions.listShownByOwner({ kind: 'customers', customerIds }, filter, page),
        ),
    ),
  transactionCountOfCustomer: ({ stores, kept }) =>
    kept.perArguments(
      (filter: TransactionFilter) =>
        new DataLoader<string, number>((customerIds) =>
          stores.transactions.countByOwner({ kind: 'customers', customerIds }, filter),
        ),
    ),
  summariesMadeFrom: ({ stores, kept }) =>
    kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<NaturalKey, readonly TransactionSummary[], string>(
          (keys) => stores.transactions.listSummariesByOwner({ kind: 'documents', keys }, filter, page),
          { cacheKeyFn: keyText },
        ),
    ),
  shownMadeFrom: ({ stores, kept }) =>
    kept.perArguments(
      (filter: TransactionFilter, page: TransactionPage) =>
        new DataLoader<NaturalKey, readonly ListedTransaction[], string>(
          (keys) => stores.transactions.listShownByOwner({ kind: 'documents', keys }, filter, page),
          { cacheKeyFn: keyText },
        ),
    ),
  transactionCountMadeFrom: ({ stores, kept }) =>
    kept.perArguments(
      (filter: TransactionFilter) =>
        new DataLoader<NaturalKey, number, string>(
          (keys) => stores.transactions.countByOwner({ kind: 'documents', keys }, filter),
          { cacheKeyFn: keyText },
        ),
    ),
  forgetLists: ({ kept }) => kept.forget,
});

/** `tooManyItems` creates the error for documents whose items exceed the limit in total. */
export function createLoaders(stores: TenantStores, tooManyItems: () => Error): Loaders {
  return loadersOf({ stores, kept: new KeptLoaders(), readInParts: readerOfParts(tooManyItems) });
}

const keyText = ({ source, externalId }: NaturalKey) => `${source} ${externalId}`;

/** Splits at the first space, because a source contains no space. */
function keyIn(text: string): NaturalKey {
  const end = text.indexOf(' ');
  return { source: text.slice(0, end), externalId: text.slice(end + 1) };
}

const itemCountOf = ({ items }: Transaction) => items.length;

const calculationText = ({ serviceId, calculationNumber }: CalculationName) => `${serviceId} ${calculationNumber}`;

const idOf = ({ serviceId }: Transaction) => serviceId;

function byName(documents: readonly Transaction[], nameOf: (document: Transaction) => string) {
  return new Map(documents.map((document) => [nameOf(document), document]));
}

/** The names of the documents that have not been read yet. */
function without(names: readonly string[], read: readonly Transaction[], nameOf: (document: Transaction) => string) {
  const known = new Set(read.map(nameOf));
  return names.filter((name) => !known.has(name));
}

type PartsReader = ReturnType<typeof readerOfParts>;

/**
 * Reads whole documents for one request, a few long documents at a time. Refuses them once their items exceed the limit
 * in total.
 */
function readerOfParts(tooManyItems: () => Error) {
  let itemsRead = 0;
  return async <Row>(
    findPart: (read: readonly Row[]) => Promise<PartOfPage<Row>>,
    itemCountOf: (row: Row) => number,
  ): Promise<readonly Row[]> => {
    const found: Row[] = [];
    for (let isCut = true; isCut; ) {
      if (itemsRead > gatewayLimits.graphql.itemsOfLongDocuments) throw tooManyItems();
      const part = await findPart(found);
      found.push(...part.rows);
      ({ isCut } = part);
      if (isCut || itemsRead > 0) itemsRead += part.rows.reduce((sum, row) => sum + itemCountOf(row), 0);
    }
    return found;
  };
}

/** The loaders of lists, keyed by arguments, which are plain data; equal arguments share a loader. */
class KeptLoaders {
  private readonly forgetting: (() => void)[] = [];

  perArguments<Arguments extends readonly unknown[], Loader>(create: (...given: Arguments) => Loader) {
    const loaders = new Map<string, Loader>();
    this.forgetting.push(() => loaders.clear());
    return (...given: Arguments): Loader => {
      const key = JSON.stringify(given);
      const known = loaders.get(key);
      if (known !== undefined) return known;
      const loader = create(...given);
      loaders.set(key, loader);
      return loader;
    };
  }

  /** Keeps a loader of lists without arguments, so that its lists can be forgotten. */
  keep<Key, Value, Name>(loader: DataLoader<Key, Value, Name>): DataLoader<Key, Value, Name> {
    this.forgetting.push(() => loader.clearAll());
    return loader;
  }

  readonly forget = (): void => {
    for (const forget of this.forgetting) forget();
  };
}
