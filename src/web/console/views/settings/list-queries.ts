import type { VariablesOf } from '../../base/graphql.ts';
import { addDays, isDay } from '../../format/format.ts';
import { auditTexts, clientsTexts, webhooksTexts } from '../../texts/settings.ts';
import type { auditOperation, clientsOperation, deliveriesOperation } from './operations.ts';

const among = <Value extends string>(values: Readonly<Record<Value, string>>, text: string | null): Value | null =>
  text !== null && Object.hasOwn(values, text) ? (text as Value) : null;

const isUuid = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The start of a day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();

/** The filters of the lists, from the URL. Invalid values are ignored. */
export function auditFilter(query: URLSearchParams): VariablesOf<typeof auditOperation>['filter'] {
  const recordType = among(auditTexts.records, query.get('record'));
  const [by, key, from, to] = ['by', 'key', 'from', 'to'].map((name) => query.get(name)?.trim() ?? null);
  return {
    ...(recordType && { recordType: { eq: recordType } }),
    ...(by && { clientId: { eq: by } }),
    ...(key && { recordKey: { eq: key } }),
    ...((isDay(from) || isDay(to)) && {
      occurredAt: {
        ...(isDay(from) && { gte: startOf(from) }),
        ...(isDay(to) && { lt: startOf(addDays(to, 1)) }),
      },
    }),
  };
}

/** The REST path of the listed entries, for download as CSV. */
export function auditPath(query: URLSearchParams): string {
  const { recordType, clientId, recordKey, occurredAt } = auditFilter(query) ?? {};
  const parameters = {
    recordType: recordType?.eq,
    clientId: clientId?.eq,
    recordKey: recordKey?.eq,
    since: occurredAt?.gte,
    before: occurredAt?.lt,
  };
  const sent = Object.entries(parameters).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  const text = new URLSearchParams(sent).toString();
  return `/v1/audit_entries${text === '' ? '' : `?${text}`}`;
}

export function deliveryFilter(query: URLSearchParams): VariablesOf<typeof deliveriesOperation>['filter'] {
  const status = among(webhooksTexts.deliveries.statuses, query.get('status'));
  const endpoint = query.get('endpoint');
  return {
    ...(status && { status: { eq: status } }),
    ...(isUuid(endpoint) && { endpointId: { eq: endpoint } }),
  };
}

export function clientFilter(query: URLSearchParams): VariablesOf<typeof clientsOperation>['filter'] {
  const status = among(clientsTexts.statuses, query.get('status'));
  const name = query.get('q')?.trim();
  return { ...(status && { status: { eq: status } }), ...(name && { name: { contains: name } }) };
}
