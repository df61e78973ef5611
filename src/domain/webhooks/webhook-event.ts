import type { Change, ChangeAction } from '../audit/change.ts';
import type { RecordKind } from '../base/record-kinds.ts';
import { type EventType, testEventType } from './event-types.ts';

/**
 * The content sent to endpoints. It identifies the record and the changed members, whose values are read with a token.
 * As a result, no personal data leaves the gateway, and erasures need not reach the receivers.
 */
export type WebhookEvent = {
  /** The id of the audit trail entry, if a change caused the event. */
  readonly eventId: string;
  readonly eventType: EventType;
  readonly occurredAt: Date;
  /** Events with the same subject reach an endpoint in order. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The body of a request, as defined by Standard Webhooks. */
export function bodyOf({
  eventType,
  occurredAt,
  data,
}: Pick<WebhookEvent, 'eventType' | 'occurredAt' | 'data'>): string {
  return JSON.stringify({ type: eventType, timestamp: occurredAt.toISOString(), data });
}

/** The kinds of records whose changes are sent to endpoints. */
export const sentKinds = [
  'TRANSACTION',
  'CUSTOMER',
  'EXEMPTION',
  'CERTIFICATE_REQUEST',
  'TAX_RETURN',
] as const satisfies readonly RecordKind[];
type SentKind = (typeof sentKinds)[number];
const isSent = (kind: RecordKind): kind is SentKind => sentKinds.some((sent) => sent === kind);

const paths: Readonly<Record<SentKind, string>> = {
  TRANSACTION: '/v1/transactions/serviceId/',
  CUSTOMER: '/v1/customers/serviceId/',
  EXEMPTION: '/v1/exemptions/serviceId/',
  CERTIFICATE_REQUEST: '/v1/certificate_requests/serviceId/',
  TAX_RETURN: '/v1/returns/serviceId/',
};

/** The event for a change; null for changes that are not sent to endpoints. */
export function eventOfChange(change: Change): WebhookEvent | null {
  const { recordType, recordId, action } = change;
  if (isAddedDigest(change)) return null;
  const eventType = isSent(recordType) && !isDecision(change) ? typeOf(recordType, action) : null;
  if (!isSent(recordType) || eventType === null || recordId === null) return null;
  const data = {
    recordType,
    serviceId: recordId,
    recordKey: change.recordKey,
    version: change.version,
    changedMembers: changedMembers(change),
    reason: change.reason ?? undefined,
    clientId: change.clientId ?? undefined,
    requestId: change.requestId ?? undefined,
    path: paths[recordType] + recordId,
  };
  const occurredAt = change.internalTimestamps.createdDate;
  const subject = filingOf(change) === null ? `${recordType} ${recordId}` : 'FILING';
  return { eventId: change.serviceId, eventType, occurredAt, subject, data };
}

/** Whether the change only added the digest of a document, as the upgrade from 0.1.0 did. */
const isAddedDigest = ({ patch }: Change) => patch.some(({ path }) => path === '/recordDigest');

/** Whether the change is a decision by the seller, who already knows about it. */
const isDecision = ({ recordType, action, patch }: Change) =>
  recordType === 'CERTIFICATE_REQUEST' && action !== 'CREATED' && !patch.some(({ path }) => path === '/submittedAt');

/**
 * The same key for all documents filed or reopened by one request, possibly tens of thousands; null for other changes.
 */
export function filingOf({ recordType, action, internalTimestamps, clientId, requestId }: Change): string | null {
  if (recordType !== 'TRANSACTION' || (action !== 'FILED' && action !== 'REOPENED')) return null;
  return `filing ${action} ${internalTimestamps.updatedDate.toISOString()} ${clientId ?? ''} ${requestId ?? ''}`;
}

type Activated = { readonly number: number; readonly activatedAt: Date; readonly activationNumber: number };

/** The event for an activation; each tenant receives its own event. */
export function eventOfActivation({ number, activatedAt, activationNumber }: Activated, eventId: string): WebhookEvent {
  const data = { number, activationNumber, path: '/v1/capabilities' };
  return { eventId, eventType: 'rate_book.activated', occurredAt: activatedAt, subject: 'RATE_BOOK', data };
}

export function testEvent(eventId: string, endpointId: string, occurredAt: Date): WebhookEvent {
  const data = { endpointId, message: 'A test event, sent on request.' };
  return { eventId, eventType: testEventType, occurredAt, subject: `TEST ${eventId}`, data };
}

const types: Readonly<Record<SentKind, Partial<Record<ChangeAction, EventType>>>> = {
  TRANSACTION: {
    CREATED: 'transaction.created',
    UPDATED: 'transaction.updated',
    RECALCULATED: 'transaction.recalculated',
    CANCELLED: 'transaction.cancelled',
    FILED: 'transaction.filed',
    REOPENED: 'transaction.reopened',
    ERASED: 'transaction.erased',
  },
  CUSTOMER: { CREATED: 'customer.created', UPDATED: 'customer.updated', ERASED: 'customer.erased' },
  EXEMPTION: { CREATED: 'exemption.created', UPDATED: 'exemption.updated', CANCELLED: 'exemption.cancelled' },
  CERTIFICATE_REQUEST: { CREATED: 'certificate.requested', UPDATED: 'certificate.submitted' },
  // While a filing is in progress, its return has other actions, which send no event.
  TAX_RETURN: { FILED: 'tax_return.filed', REOPENED: 'tax_return.reopened' },
};

function typeOf(recordType: SentKind, action: ChangeAction): EventType | null {
  return types[recordType][action] ?? null;
}

/** The names of the changed members, without their values. */
function changedMembers({ patch }: Change): string[] {
  return [...new Set(patch.map(({ path }) => path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')))];
}
