import { expect, it } from 'vitest';
import type { Unread, WebhookOutbox } from '../../../src/ports/stores/webhook-outbox.ts';
import { noteEvents } from '../../../src/usecases/webhooks/note-events.ts';

const heldSince = new Date('2026-11-20T10:00:00Z');
const activation = {
  activationNumber: 1,
  number: 1,
  version: '2026.11.20-1+1',
  activatedAt: new Date('2026-11-20T09:00:00Z'),
};
const position = { xid: '1', changeId: '1', activationNumber: 0 };

it('reports changes that are held while another replica notes the others', async () => {
  const unread = { subscriptions: [], from: position, to: position, changes: [], heldSince, activations: [activation] };
  const outbox: Partial<WebhookOutbox> = {
    read: async () => unread as unknown as Unread,
    note: async () => false,
  };
  const clock = { now: () => new Date('2026-11-20T11:00:00Z'), isStopped: () => false };
  expect(await noteEvents(outbox as WebhookOutbox, 'tenant', clock)).toEqual(heldSince);
});
