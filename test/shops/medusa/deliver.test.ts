import { expect, it, onTestFinished, vi } from 'vitest';
import type { Container } from '../../../src/shops/medusa/container.ts';
import { deliverDue } from '../../../src/shops/medusa/deliver.ts';
import type { DocumentRow, DocumentStore } from '../../../src/shops/medusa/tollgate-document.ts';

const rowOf = (id: string, orderId: string, dueAt: Date = new Date(0)): DocumentRow => ({
  ...{ id, order_id: orderId, external_id: id, kind: 'CANCELLATION', state: 'WAITING', content: { reason: 'No' } },
  ...{ attempts: 0, next_attempt_at: dueAt, last_error: null, platform_amount: null, gateway_amount: null },
  created_at: new Date(),
});

type Filter = string | readonly unknown[] | { readonly $lte?: Date; readonly $nin?: readonly unknown[] };
function matches(value: unknown, filter: Filter): boolean {
  if (typeof filter === 'string') return value === filter;
  if ('includes' in filter) return filter.includes(value);
  return filter.$lte ? (value as Date) <= filter.$lte : !filter.$nin?.includes(value);
}

/** Delivers the rows to a gateway that responds with the status of an order, or never if it is null. Returns the orders of its requests. */
async function deliver(
  rows: DocumentRow[],
  statusOf: (orderId: string) => number | null = () => 200,
): Promise<string[]> {
  const asked: string[] = [];
  const store: DocumentStore = {
    listTollgateDocuments: async (filters, { take }: { readonly take?: number } = {}) =>
      rows
        .filter((row) => Object.entries(filters).every(([name, one]) => matches(row[name as keyof DocumentRow], one)))
        .slice(0, take),
    createTollgateDocuments: async () => {},
    updateTollgateDocuments: async (changes) => {
      const index = rows.findIndex(({ id }) => id === (changes as DocumentRow).id);
      rows[index] = { ...rows[index]!, ...changes };
    },
  };
  const fetch = async (url: unknown, { body }: { readonly body?: unknown } = {}) => {
    if (`${url}`.endsWith('/v1/token')) return Response.json({ accessToken: 'token', expiresIn: 86_400 });
    const orderId = JSON.parse(`${body}`).variables.input.by.key.externalId;
    asked.push(orderId);
    const status = statusOf(orderId);
    if (status === null) return new Promise<Response>(() => {});
    if (status !== 200) return Response.json({ errors: [{ message: 'No' }] }, { status });
    return Response.json({ data: { result: { __typename: 'Transaction', finalTransactionAmount: '0' } } });
  };
  const options = { url: 'http://gateway.test', clientId: 'id', clientSecret: 'secret', source: '1', fetch };
  const parts: Record<string, unknown> = {
    logger: { warn: () => {}, error: () => {} },
    configModule: { plugins: [{ resolve: '@tollgate/medusa', options }] },
  };
  await deliverDue({ resolve: (name: string) => parts[name] } as Container, store);
  return asked;
}

it('a document with an internal error of the gateway pauses, and the others are sent', async () => {
  const rows = [rowOf('1', 'broken'), rowOf('2', 'broken'), rowOf('3', 'sound')];
  expect(await deliver(rows, (orderId) => (orderId === 'broken' ? 500 : 200))).toEqual(['broken', 'sound']);
  expect(rows.map(({ state }) => state)).toEqual(['WAITING', 'WAITING', 'STORED']);
});

it('a document that times out pauses, and the others are sent; after two in a row the run stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const delivered = async (orders: readonly string[]) => {
    const rows = orders.map((orderId) => rowOf(orderId, orderId));
    const asked = deliver(rows, (orderId) => (orderId.startsWith('slow') ? null : 200));
    await vi.advanceTimersByTimeAsync(25_000);
    return asked;
  };
  expect(await delivered(['slow', 'sound', 'slow too', 'fine'])).toEqual(['slow', 'sound', 'slow too', 'fine']);
  expect(await delivered(['slow', 'slow too', 'sound'])).toEqual(['slow', 'slow too']);
});

it.each([502, 503, 504, 429])('status %i stops the run', async (status) => {
  expect(await deliver([rowOf('1', 'a'), rowOf('2', 'b')], () => status)).toEqual(['a']);
});

it('any number of paused documents, and of due ones behind them, hides no newer one', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const rows = Array.from({ length: 600 }, (_, index) => [
    rowOf(`${index}`, `paused ${index}`, later),
    rowOf(`${index} refund`, `paused ${index}`),
  ]).flat();
  expect(await deliver([...rows, rowOf('newest', 'newest')])).toEqual(['newest']);
});

it('the documents of an order are sent in sequence', async () => {
  const rows = [rowOf('1', 'a'), rowOf('2', 'b'), rowOf('3', 'a')];
  await deliver(rows);
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['STORED', 1]));
});
