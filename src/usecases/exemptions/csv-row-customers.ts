import type { Issue } from '../../domain/base/errors.ts';
import { customerIdInput, externalIdInput, sourceInput } from '../../domain/base/fields.ts';
import { sentenceAbout } from '../../domain/base/issue-sentences.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { ExemptionCsvColumn } from '../../domain/exemptions/exemption-csv-header.ts';
import type { ExemptionCsvCells } from '../../domain/exemptions/exemption-csv-row.ts';
import type { CustomerStore } from '../../ports/stores/customer-store.ts';

export type CsvRowCustomers = { byId(serviceId: string): string | null; byKey(key: NaturalKey): string | null };

/** Looks up all customers of the rows in two queries. */
export async function findCsvRowCustomers(
  customers: CustomerStore,
  rows: readonly ExemptionCsvCells[],
): Promise<CsvRowCustomers> {
  const ids = new Set<string>();
  const keys = new Map<string, NaturalKey>();
  for (const { customerId, source, externalId } of rows) {
    const id = customerIdInput.safeParse(customerId);
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

type CustomerIssue = Pick<Issue, 'code' | 'message'> & { readonly field: ExemptionCsvColumn };

type NamedCustomer = {
  readonly serviceId: string | null;
  /** The id or key of a customer that does not exist, as written in the row. */
  readonly notFound: string | null;
  readonly issues: readonly CustomerIssue[];
};

/** The customer of a row; if the row has both a service id and a key, they must identify the same customer. */
export function customerOfCsvRow(cells: ExemptionCsvCells, customers: CsvRowCustomers): NamedCustomer {
  const byKey = cells.source === undefined && cells.externalId === undefined ? null : customerOfKey(cells, customers);
  if (cells.customerId === undefined) return byKey ?? withIssue('customerId', 'REQUIRED', nameIt);
  const id = customerIdInput.safeParse(cells.customerId);
  if (!id.success) {
    return withIssue('customerId', 'INVALID_FORMAT', sentenceAbout('customerId', id.error.issues[0]!.message));
  }
  const serviceId = customers.byId(id.data);
  if (serviceId === null) {
    return { ...withIssue('customerId', 'CUSTOMER_NOT_FOUND', `Customer ${id.data} not found.`), notFound: id.data };
  }
  if (byKey === null || byKey.serviceId === serviceId) return { serviceId, notFound: null, issues: [] };
  if (byKey.serviceId === null) return byKey;
  return withIssue(
    'externalId',
    'KEY_MISMATCH',
    'customerId identifies a different customer than source and externalId.',
  );
}

const nameIt = 'Identify the customer by customerId, or by source and externalId.';

function customerOfKey({ source, externalId }: ExemptionCsvCells, customers: CsvRowCustomers): NamedCustomer {
  const issues = [
    ...fieldIssues('source', sourceInput, source),
    ...fieldIssues('externalId', externalIdInput, externalId),
  ];
  if (issues.length > 0 || source === undefined || externalId === undefined) {
    return { serviceId: null, notFound: null, issues };
  }
  const serviceId = customers.byKey({ source, externalId });
  if (serviceId !== null) return { serviceId, notFound: null, issues };
  const notFound = `source/${source}/externalId/${externalId}`;
  return { ...withIssue('externalId', 'CUSTOMER_NOT_FOUND', `Customer ${notFound} not found.`), notFound };
}

function fieldIssues(
  field: ExemptionCsvColumn,
  schema: typeof sourceInput | typeof externalIdInput,
  value: string | undefined,
): CustomerIssue[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const { code, message: expected } = issuesOf(parsed.error)[0]!;
  const message = `${expected} The cell is ${JSON.stringify(value?.slice(0, 20))}.`;
  return [value === undefined ? { field, code: 'REQUIRED', message: nameIt } : { field, code, message }];
}

function withIssue(field: ExemptionCsvColumn, code: string, message: string): NamedCustomer {
  return { serviceId: null, notFound: null, issues: [{ field, code, message }] };
}

function keyText({ source, externalId }: Pick<Customer, keyof NaturalKey>): string {
  return JSON.stringify([source, externalId]);
}
