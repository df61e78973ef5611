import type { Operation } from '../base/graphql.ts';
import { addDays } from '../format/format.ts';
import {
  yearAccountOperation,
  yearCustomersOperation,
  yearDocumentsOperation,
  yearDueOperation,
  yearExemptionsOperation,
  yearFilingOperation,
  yearNexusOperation,
} from './operations.ts';
import { demoYear, type YearDocument } from './year.ts';

/** Sends an operation; throws if it is refused. */
export type Send = <Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

type Told = { readonly __typename: string; readonly message?: string };

const atOnce = 100;
/** Returns that were due more than this many days ago are filed, except one. */
const filedAfterDays = 3;
const forgotten = 'US-WI';

/**
 * Stores a plausible year through the public API. Storing it again on the same day changes nothing. `onProgress`
 * receives the completed share.
 */
export async function storeYear(send: Send, today: string, onProgress: (share: number) => void): Promise<void> {
  const year = demoYear(today);
  const home = { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401' };
  const { updateAccount } = await send(yearAccountOperation, {
    input: { homeAddress: home, collectionPolicy: 'WHERE_REGISTERED', oneStopShop: true, expiringSoonDays: 30 },
  });
  require('account', updateAccount);
  for (const input of year.nexus) require('nexus', (await send(yearNexusOperation, { input })).upsertNexus);
  const ids = await storeCustomers(send, year.customers);
  for (const { buyer, ...exemption } of year.exemptions) {
    const input = { ...exemption, customerId: ids.get(buyer)! };
    require('exemption', (await send(yearExemptionsOperation, { input })).upsertExemptions);
  }
  const parts = [...inParts(year.invoices), ...inParts(year.refunds)];
  for (const [index, part] of parts.entries()) {
    await storeDocuments(send, part, ids);
    onProgress((index + 1) / (parts.length + 1));
  }
  await fileReturns(send, today);
  onProgress(1);
}

function require(what: string, told: Told): void {
  if (told.message !== undefined) throw new Error(`${what}: ${told.message}`);
}

async function storeCustomers(send: Send, customers: ReturnType<typeof demoYear>['customers']) {
  const { upsertCustomers } = await send(yearCustomersOperation, { input: { customers: [...customers] } });
  if (upsertCustomers.__typename !== 'CustomerBatch') throw new Error(`customers: ${upsertCustomers.message}`);
  return new Map(
    upsertCustomers.results.map(({ externalId, result }) => {
      if (result?.__typename !== 'Customer') throw new Error(`customer ${externalId}: ${result?.message}`);
      return [String(externalId), result.serviceId];
    }),
  );
}

async function storeDocuments(send: Send, part: readonly YearDocument[], ids: ReadonlyMap<string, string>) {
  const transactions = part.map(({ buyer, ...document }) => ({
    ...document,
    customerId: buyer === null ? undefined : ids.get(buyer),
  }));
  const { upsertTransactions: batch } = await send(yearDocumentsOperation, { input: { transactions } });
  if (batch.__typename !== 'TransactionBatch') throw new Error(`documents: ${batch.message}`);
  // If the year is stored again, documents of closed periods are refused.
  const refused = batch.results.find(({ outcome, result }) => outcome === 'FAILED' && !isClosed(result));
  if (refused) throw new Error(`document ${refused.externalId}: ${messageOf(refused.result)}`);
}

const isClosed = (result: Told | null) => ['PeriodClosed', 'TransactionFiled'].includes(result?.__typename ?? '');
const messageOf = (result: Told | null) => result?.message ?? 'refused';

function inParts<Value>(values: readonly Value[]): Value[][] {
  const count = Math.ceil(values.length / atOnce);
  return Array.from({ length: count }, (_, index) => values.slice(index * atOnce, (index + 1) * atOnce));
}

async function fileReturns(send: Send, today: string): Promise<void> {
  const { dueTaxReturns } = await send(yearDueOperation, {});
  const old = (dueTaxReturns?.nodes ?? []).filter(
    ({ dueOn }) => dueOn !== null && dueOn < addDays(today, -filedAfterDays),
  );
  const late = old.filter(({ taxReturn }) => taxReturn.place === forgotten).at(-1);
  for (const due of old.filter((one) => one !== late)) {
    const { country, state, scheme, from, to } = due.taxReturn;
    const key = { country, state, scheme, period: { range: { from, to } } };
    const { fileTaxReturn } = await send(yearFilingOperation, { input: { by: { key } } });
    require('return', fileTaxReturn);
  }
}
