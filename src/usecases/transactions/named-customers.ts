import { AppError, describeRecord } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { NamedTransaction, SentTransaction } from '../../domain/transactions/transaction-input.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** Replaces the customer key of a document with the customer's id. Throws `CUSTOMER_NOT_FOUND` for an unknown key. */
export async function withCustomerId(stores: TenantStores, named: NamedTransaction): Promise<SentTransaction> {
  const [one] = await withCustomerIds(stores, [named]);
  if (one instanceof AppError) throw one;
  return one!;
}

/** Replaces the customer keys of many documents, in their order, with a failure for each unknown customer. */
export async function withCustomerIds(
  { customers }: TenantStores,
  named: readonly NamedTransaction[],
): Promise<readonly (SentTransaction | AppError)[]> {
  const keys = new Map(named.flatMap(({ customer }) => (customer ? [[nameOf(customer), customer] as const] : [])));
  const stored = keys.size === 0 ? [] : await customers.findByKeys([...keys.values()]);
  const ids = new Map(stored.map((one) => [nameOf(one), one.serviceId]));
  return named.map(({ customer, ...sent }) => {
    if (!customer) return sent;
    const customerId = ids.get(nameOf(customer));
    return customerId === undefined ? noCustomerWith(customer) : { ...sent, customerId };
  });
}

export function noCustomerWith({ source, externalId }: NaturalKey): AppError {
  const key = { source, externalId };
  return new AppError('CUSTOMER_NOT_FOUND', `${describeRecord('CUSTOMER', { key })} not found.`, {
    facts: { missing: { recordType: 'CUSTOMER', path: ['customer', 'key'], key } },
  });
}

const nameOf = ({ source, externalId }: NaturalKey) => `${source}/${externalId}`;
