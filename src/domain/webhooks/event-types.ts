/** The types of events that are sent to endpoints. */
export const eventTypes = {
  'transaction.created': 'A document was stored for the first time.',
  'transaction.updated': 'Members of a document changed.',
  'transaction.recalculated': 'The tax on a document was recalculated on request.',
  'transaction.cancelled': 'A document was cancelled.',
  'transaction.filed':
    'Documents were marked as part of a filed return. Sent once per request; the event identifies one of the documents.',
  'transaction.reopened': 'Documents are no longer marked as filed. Sent once per request, as for transaction.filed.',
  'transaction.erased': 'Personal data in a document was erased.',
  'customer.created': 'A customer was stored for the first time.',
  'customer.updated': 'Members of a customer changed.',
  'customer.erased': 'Personal data of a customer was erased.',
  'exemption.created': 'An exemption was stored for the first time.',
  'exemption.updated': 'Members of an exemption changed.',
  'exemption.cancelled': 'An exemption was cancelled.',
  'exemption.expiring': 'A certificate expires within `expiringSoonDays` days. Sent once per expiry date.',
  'certificate.requested': 'A request to a customer for exemption certificates was created.',
  'certificate.submitted': 'A buyer submitted or replaced a certificate through the link of a request.',
  'tax_return.filed':
    'A return was filed or amended. All of its documents are marked as filed, except in a one-stop-shop return.',
  'tax_return.reopened': 'A return was reopened, and its documents are no longer marked as filed.',
  'nexus.threshold_reached': 'Sales in a place reached its nexus threshold. Sent once per place and year.',
  'rate.changing':
    'A rate or rule changes within 30 days in a place where you are registered, have customers or sell. Sent once per change.',
  'rate_book.activated': 'The operator activated another version of the rate book.',
} as const;

/** The type of a test event, sent only on request and to any endpoint. */
export const testEventType = 'webhook.test';

export type EventType = keyof typeof eventTypes | typeof testEventType;

const types = Object.keys(eventTypes);
const groups = [...new Set(types.map((type) => type.slice(0, type.indexOf('.'))))];

/** Possible subscriptions of an endpoint: single types, all types of a group, or all types. */
export const eventTypePatterns: readonly string[] = [...types, ...groups.map((group) => `${group}.*`), '*'];

/** Whether any pattern covers the type. */
export function coversType(patterns: readonly string[], type: EventType): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}
