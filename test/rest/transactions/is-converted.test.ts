import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const sources = ['3', '4'] as const;
const document = fc.record({
  source: fc.constantFrom(...sources),
  transactionType: fc.constantFrom('ESTIMATE', 'SALES_ORDER', 'INVOICE', 'REFUND'),
  isCancelled: fc.boolean(),
  /** The earlier document from which this one is created, if there is one. */
  origin: fc.nat(8),
});

type Named = { readonly source: string; readonly externalId: string };
type Made = Named & { readonly createdFrom: string | null; readonly isCancelled: boolean };

async function send<Body>(method: string, path: string, body: object): Promise<Body> {
  const response = await app.send(method, path, body);
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return bodyOf<Body>(response);
}

/** The documents in both doors, which have to agree. */
async function listed(prefix: string, isConverted: boolean): Promise<string[]> {
  const path = `/v1/transactions?limit=100&externalIdPrefix=${prefix}&isConverted=${isConverted}`;
  const names = (rows: readonly Named[]) => rows.map(({ source, externalId }) => `${source} ${externalId}`).sort();
  const overRest = names(await bodyOf<Named[]>(app.send('GET', path)));
  const query = `query ($filter: TransactionFilter!) {
    transactions(first: 100, filter: $filter) { totalCount nodes { source externalId } }
  }`;
  const filter = { externalId: { startsWith: prefix }, isConverted };
  const { data } = await ask(app, query, { variables: { filter } });
  expect(names(data.transactions.nodes)).toEqual(overRest);
  expect(data.transactions.totalCount).toBe(overRest.length);
  return overRest;
}

it('lists documents by whether another one was created from them, over random documents', async () => {
  const customers = new Map<string, string>();
  for (const source of sources) {
    const path = `/v1/customers/source/${source}/externalId/C`;
    const { serviceId } = await send<{ serviceId: string }>('PUT', path, aCustomerBody({ source, externalId: 'C' }));
    customers.set(source, serviceId);
  }
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 8 }), async (sent) => {
      const prefix = `R${++run}-`;
      const made: Made[] = [];
      for (const { source, transactionType, isCancelled, origin } of sent) {
        // The ids of both sources are the same, so that an origin in the other source does not count.
        const externalId = `${prefix}${made.filter((one) => one.source === source).length}`;
        const from = transactionType === 'ESTIMATE' ? undefined : made.filter((one) => one.source === source)[origin];
        const createdFrom = from?.externalId ?? null;
        const body = anInvoiceBody(customers.get(source)!, { source, externalId, transactionType });
        const origins = createdFrom === null ? {} : { createdFrom };
        const status = isCancelled ? { transactionStatus: 'CANCELLED' } : {};
        const path = `/v1/transactions/source/${source}/externalId/${externalId}`;
        const response = await app.send('PUT', path, { ...body, ...origins, ...status });
        if (response.status < 300) made.push({ source, externalId, createdFrom, isCancelled });
      }
      const isConverted = ({ source, externalId }: Made) =>
        made.some((one) => one.source === source && one.createdFrom === externalId && !one.isCancelled);
      for (const asked of [true, false]) {
        const expected = made.filter((one) => isConverted(one) === asked);
        expect(await listed(prefix, asked)).toEqual(
          expected.map(({ source, externalId }) => `${source} ${externalId}`).sort(),
        );
      }
    }),
    { numRuns: examples(50) },
  );
});

it('lists an estimate as invoiced after it was converted', async () => {
  const [at, key] = ['/v1/transactions/source/5/externalId', { source: '5', externalId: 'E-1' }];
  const customer = await send<{ serviceId: string }>(
    'PUT',
    '/v1/customers/source/5/externalId/E-1',
    aCustomerBody(key),
  );
  const estimate = anInvoiceBody(customer.serviceId, { ...key, transactionType: 'ESTIMATE' });
  await send('PUT', `${at}/E-1`, estimate);
  expect(await listed('E-', false)).toEqual(['5 E-1']);
  const { externalTimestamps } = estimate;
  await send('POST', `${at}/E-1/convert`, { transactionType: 'INVOICE', externalId: 'E-2', externalTimestamps });
  expect(await listed('E-', true)).toEqual(['5 E-1']);
  expect(await listed('E-', false)).toEqual(['5 E-2']);
});
