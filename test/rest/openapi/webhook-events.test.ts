import { expect, it } from 'vitest';
import type { Change } from '../../../src/domain/audit/change.ts';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import type { NexusPeriod } from '../../../src/domain/nexus/nexus-sales.ts';
import { eventTypes, testEventType } from '../../../src/domain/webhooks/event-types.ts';
import { onceForExemption, onceForThreshold } from '../../../src/domain/webhooks/once-event.ts';
import { bodyOf, eventOfActivation, eventOfChange, testEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import { at, faultsOf, recordOf } from '../../support/openapi.ts';
import { anExemption } from '../../support/records.ts';

const now = new Date('2026-07-01T12:00:00Z');
const eventId = newServiceId();

const change: Change = {
  serviceId: eventId,
  internalTimestamps: { createdDate: now, updatedDate: now },
  recordType: 'CUSTOMER',
  recordId: newServiceId(),
  recordKey: '9/C-1',
  version: 2,
  action: 'UPDATED',
  clientId: null,
  requestId: 'r-1',
  reason: null,
  patch: [
    { op: 'test', path: '/name', value: 'Ada' },
    { op: 'replace', path: '/name', value: 'Grace' },
  ],
};
const firstCollection = { outcome: 'NOT_REACHED', collectFrom: null, rule: null, source: null } as const;
const place = { country: 'US', state: 'GA', name: 'Georgia', isCollecting: false, declaration: null, firstCollection };
// The event contains only these members of the period.
const period = { from: '2026-01-01', to: '2026-07-01', endsOn: '2026-12-31', reachedOn: null } as NexusPeriod;

it.each([
  ['RecordWritten', eventOfChange(change)!],
  [
    'ExemptionExpiring',
    onceForExemption(anExemption(newServiceId(), { validThrough: '2026-07-31' }), { eventId, now, today: '2026-07-01' })
      .event,
  ],
  ['NexusThresholdReached', onceForThreshold(place, period, { eventId, now }).event],
  ['RateBookActivated', eventOfActivation({ number: 3, activationNumber: 7, activatedAt: now }, eventId)],
  ['WebhookTest', testEvent(eventId, newServiceId(), now)],
])('%s is sent as the document says', (name, event) => {
  const { schema } = at('webhooks', name, 'post', 'requestBody', 'content', 'application/json');
  const body: unknown = JSON.parse(bodyOf(event));
  expect(faultsOf(schema, body)).toEqual([]);
  expect(faultsOf(schema, { ...recordOf(body), type: 'no.such' })).not.toEqual([]);
});

it('the document has every type of event once', () => {
  const names = Object.keys(at('webhooks')).map((name) => at('components', 'schemas', `${name}Event`));
  const types = names.flatMap(({ properties }) => recordOf(recordOf(properties).type)['x-extensible-enum']);
  expect(types.sort()).toEqual([...Object.keys(eventTypes), testEventType].sort());
});
