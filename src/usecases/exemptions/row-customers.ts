import type { Issue } from '../../domain/base/errors.ts';
import { externalIdInput, serviceIdInput, sourceInput } from '../../domain/base/fields.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { ExemptionColumn } from '../../domain/exemptions/exemption-columns.ts';
import type { ExemptionCells } from '../../domain/exemptions/exemption-row.ts';
import type { CustomerStore } from '../../ports/stores/customer-store.ts';

/** The customers that some rows name, by either of their names. */
export type RowCustomers = { byId(serviceId: string): string | null; byKey(key: NaturalKey): string | null };

/** Looks up all that the rows name in two questions. */
export async function findRowCustomers(
  customers: CustomerStore,
  rows: readonly ExemptionCells[],
): Promise<RowCustomers> {
  const ids = new Set<string>();
  const keys = new Map<string, NaturalKey>();
  for (const { customerId, source, externalId } of rows) {
    const id = serviceIdInput.safeParse(customerId);
    if (id.success) ids.add(id.data);
    if (source !== undefined && externalId !== undefined)
      keys.set(keyText({ source, externalId }), { source, externalId });
  }
  const known = [...keys.values()].filter(
    ({ source, externalId }) => sourceInput.safeParse(source).success && externalIdInput.safeParse(externalId).success,
  );
  const [named, keyed] = await Promise.all([customers.findMany([...ids]), customers.findByKeys(known)]);
  const foundIds = new Set(named.map(({ serviceId }) => serviceId));
  const foundKeys = new Map(keyed.map((customer) => [keyText(customer), customer.serviceId]));
  return {
    byId: (serviceId) => (foundIds.has(serviceId) ? serviceId : null),
    byKey: (key) => foundKeys.get(keyText(key)) ?? null,
  };
}

type CustomerFault = Pick<Issue, 'code' | 'message'> & { readonly field: ExemptionColumn };

export type NamedCustomer = {
  readonly serviceId: string | null;
  /** The name of a customer that there is not. */
  readonly notFound: string | null;
  readonly faults: readonly CustomerFault[];
};

/** Whose exemption a row is; by both names, they must name one customer. */
export function customerNamed(cells: ExemptionCells, customers: RowCustomers): NamedCustomer {
  const byKey = cells.source === undefined && cells.externalId === undefined ? null : customerOfKey(cells, customers);
  if (cells.customerId === undefined) return byKey ?? faulty('customerId', 'REQUIRED', nameIt);
  const id = serviceIdInput.safeParse(cells.customerId);
  if (!id.success) return faulty('customerId', 'INVALID_FORMAT', 'customerId must be a UUID.');
  const serviceId = customers.byId(id.data);
  if (serviceId === null) {
    return { ...faulty('customerId', 'CUSTOMER_NOT_FOUND', `There is no customer ${id.data}.`), notFound: id.data };
  }
  if (byKey === null || byKey.serviceId === serviceId) return { serviceId, notFound: null, faults: [] };
  if (byKey.serviceId === null) return byKey;
  return faulty('externalId', 'KEY_MISMATCH', 'customerId names another customer than source and externalId.');
}

const nameIt = 'Name the customer: by customerId, or by source and externalId.';

function customerOfKey({ source, externalId }: ExemptionCells, customers: RowCustomers): NamedCustomer {
  const faults = [...faultsOf('source', sourceInput, source), ...faultsOf('externalId', externalIdInput, externalId)];
  if (faults.length > 0 || source === undefined || externalId === undefined) {
    return { serviceId: null, notFound: null, faults };
  }
  const serviceId = customers.byKey({ source, externalId });
  if (serviceId !== null) return { serviceId, notFound: null, faults };
  const notFound = `source/${source}/externalId/${externalId}`;
  return { ...faulty('externalId', 'CUSTOMER_NOT_FOUND', `There is no customer ${notFound}.`), notFound };
}

function faultsOf(
  field: ExemptionColumn,
  schema: typeof sourceInput | typeof externalIdInput,
  value: string | undefined,
): CustomerFault[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const { code, message } = issuesOf(parsed.error)[0]!;
  return [value === undefined ? { field, code: 'REQUIRED', message: nameIt } : { field, code, message }];
}

function faulty(field: ExemptionColumn, code: string, message: string): NamedCustomer {
  return { serviceId: null, notFound: null, faults: [{ field, code, message }] };
}

function keyText({ source, externalId }: Pick<Customer, keyof NaturalKey>): string {
  return JSON.stringify([source, externalId]);
}
