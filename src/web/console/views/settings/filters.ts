import type { VariablesOf } from '../../base/graphql.ts';
import { choice, filterOf, type ListFilter } from '../../base/list-filters.ts';
import { queryText } from '../../base/router.ts';
import { addDays, isDay } from '../../format/format.ts';
import { auditTexts, clientsTexts, webhooksTexts } from '../../texts/settings.ts';
import type { auditOperation, clientsOperation, deliveriesOperation } from './operations.ts';

type AuditFilter = NonNullable<VariablesOf<typeof auditOperation>['filter']>;
type ClientFilter = NonNullable<VariablesOf<typeof clientsOperation>['filter']>;
type DeliveryFilter = NonNullable<VariablesOf<typeof deliveriesOperation>['filter']>;

const { filters: audit, records } = auditTexts;
const { deliveries } = webhooksTexts;

/** The start of a day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();

/** Clients are chosen by name, or entered by a role without access to clients. */
export const auditFilters = (clientNames: ReadonlyMap<string, string>): readonly ListFilter<AuditFilter>[] => [
  choice({
    name: 'record',
    label: audit.record,
    any: audit.any,
    texts: records,
    where: (type) => ({ recordType: { eq: type } }),
  }),
  { name: 'key', label: audit.key, field: 'text', hint: '9/INV-1', where: (key) => ({ recordKey: { eq: key } }) },
  {
    name: 'by',
    label: clientNames.size === 0 ? audit.by : audit.client,
    field: clientNames.size === 0 ? 'text' : [['', audit.anyClient], ...clientNames],
    where: (clientId) => ({ clientId: { eq: clientId } }),
  },
  {
    name: 'from',
    label: audit.from,
    field: 'day',
    where: (day) => (isDay(day) ? { occurredAt: { gte: startOf(day) } } : {}),
  },
  {
    name: 'to',
    label: audit.to,
    field: 'day',
    where: (day) => (isDay(day) ? { occurredAt: { lt: startOf(addDays(day, 1)) } } : {}),
  },
];

/** The REST path of the listed entries, for download as CSV. */
export function auditPath(query: URLSearchParams): string {
  const { recordType, clientId, recordKey, occurredAt } = filterOf(auditFilters(new Map()), query);
  return `/v1/audit_entries${queryText({
    recordType: recordType?.eq,
    clientId: clientId?.eq,
    recordKey: recordKey?.eq,
    since: occurredAt?.gte,
    before: occurredAt?.lt,
  })}`;
}

export const clientFilters: readonly ListFilter<ClientFilter>[] = [
  { name: 'q', label: clientsTexts.name, field: 'text', where: (name) => ({ name: { contains: name } }) },
  choice({
    name: 'status',
    label: clientsTexts.status,
    any: clientsTexts.any,
    texts: clientsTexts.statuses,
    where: (status) => ({ status: { eq: status } }),
  }),
];

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const deliveryFilters = (urls: ReadonlyMap<string, string>): readonly ListFilter<DeliveryFilter>[] => [
  choice({
    name: 'status',
    label: deliveries.status,
    any: deliveries.any,
    texts: deliveries.statuses,
    where: (status) => ({ status: { eq: status } }),
  }),
  {
    name: 'endpoint',
    label: deliveries.endpoint,
    field: [['', deliveries.any], ...urls],
    where: (id) => (isUuid(id) ? { endpointId: { eq: id } } : {}),
  },
];
