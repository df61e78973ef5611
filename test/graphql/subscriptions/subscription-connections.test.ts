import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventQueue } from '../../../src/graphql/subscriptions/event-queue.ts';
import { missed } from '../../../src/graphql/subscriptions/live-streams.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aTransaction } from '../../support/records.ts';
import { replacedStores } from '../../support/replaced-stores.ts';
import { storeCustomer, storeInvoice } from '../ask.ts';

/** Report changes to subscribers in addition to those of the store. */
const listeners = new Set<(serviceId: string) => void>();
const spied = (stores: Stores): Stores => ({
  ...stores,
  checkWrites: () => stores.checkWrites(),
  forTenant: (tenantId) => {
    const records = stores.forTenant(tenantId);
    return replacedStores(records, {
      changes: {
        subscribe: async (listener) => {
          const leave = await records.changes.subscribe(listener);
          const { customerId, source, transactionType } = aTransaction('0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e');
          const tell = (serviceId: string) => {
            const known = { customerId, source, transactionType, country: 'US', state: 'MN' };
            listener.changed({
              eventId: serviceId,
              occurredAt: new Date(0),
              action: 'UPDATED',
              serviceId,
              version: 1,
              ...known,
            });
          };
          listeners.add(tell);
          return () => {
            listeners.delete(tell);
            leave();
          };
        },
      },
    });
  },
});

let app: TestApp;
let server: Server;
let invoice: { serviceId: string };
beforeAll(async () => {
  app = await startApp({ wrap: spied });
  server = createServer(app.listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { serviceId } = await storeCustomer(app);
  invoice = await storeInvoice(app, serviceId);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await app.close();
});

async function open(query: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const path = `/graphql?query=${encodeURIComponent(query)}`;
  const headers = { Authorization: `Bearer ${await app.token()}`, Accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, resolve).on('error', reject);
  });
}

describe('a connection', () => {
  it('that is cut leaves nothing behind', async () => {
    const response = await open('subscription { transactionChanged { action } }');
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-accel-buffering']).toBe('no');
    expect(listeners.size).toBe(1);
    response.on('error', () => {});
    response.destroy();
    await expect.poll(() => listeners.size, { timeout: 3_000 }).toBe(0);
  });

  it('that is not read for too long ends with an error that says what to do', async () => {
    const large = 'a: transaction { ...t } b: transaction { ...t } c: transaction { ...t }';
    const response = await open(
      `subscription { transactionChanged { ${large} } }
      fragment t on Transaction { items { name taxLines { jurisdiction { name } sources { title } reason } } }`,
    );
    expect(listeners.size).toBe(1);
    for (let round = 0; round < 200 && listeners.size > 0; round++) {
      for (const tell of listeners) for (let count = 0; count < 100; count++) tell(invoice.serviceId);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(listeners.size).toBe(0);
    let text = '';
    response.setEncoding('utf8');
    for await (const part of response) text += part;
    expect(text).toContain('"code":"CHANGES_MISSED"');
    expect(text.trimEnd()).toMatch(/event: complete\ndata:$/);
  });
});

describe('the queue of a stream', () => {
  const queue = () => new EventQueue<number>(3, missed);

  it('delivers waiting changes, and then new ones', async () => {
    const events = queue();
    events.push(1);
    expect(await events.next()).toEqual({ done: false, value: 1 });
    const next = events.next();
    events.push(2);
    expect(await next).toEqual({ done: false, value: 2 });
  });

  it('drops pending changes if there are too many, and reports it once', async () => {
    const events = queue();
    for (const event of [1, 2, 3, 4]) events.push(event);
    await expect(events.next()).rejects.toMatchObject({ code: 'CHANGES_MISSED' });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('releases its reader when it is closed', async () => {
    const events = queue();
    let isOver = false;
    events.whenOver(() => {
      isOver = true;
    });
    const next = events.next();
    await events.return();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(isOver).toBe(true);
  });
});
