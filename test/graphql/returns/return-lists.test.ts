import { expect, it, onTestFinished } from 'vitest';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { replacedStores } from '../../support/replaced-stores.ts';
import { ask, storeCustomer, storeInvoice } from '../ask.ts';

const { filingsOfLists } = gatewayLimits.graphql;

/** A tenant with a return that has this many filings, and the number of its lists that were read, also at once. */
async function aReturnWith(filingCount: number): Promise<{ app: TestApp; reads: { all: number; atOnce: number } }> {
  const reads = { all: 0, open: 0, atOnce: 0 };
  const app = await startApp({
    wrap: (stores) => ({
      ...stores,
      checkWrites: () => stores.checkWrites(),
      forTenant: (tenantId) => {
        const records = stores.forTenant(tenantId);
        const list: typeof records.returns.list = async (...asked) => {
          reads.all++;
          reads.atOnce = Math.max(reads.atOnce, ++reads.open);
          const found = await records.returns.list(...asked);
          reads.open--;
          return found.map((one) => ({ ...one, filings: Array.from({ length: filingCount }, () => one.filings[0]!) }));
        };
        return replacedStores(records, { returns: { ...records.returns, list } });
      },
    }),
  });
  onTestFinished(() => app.close());
  const { serviceId } = await storeCustomer(app);
  await storeInvoice(app, serviceId, { items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
  const filed = await app.send('POST', '/v1/returns/place/US-MN/period/2026-06/filings', {});
  expect(filed.status).toBe(201);
  return { app, reads };
}

const lists = (count: number) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: taxReturns { nodes { state } }`).join(' ')} }`;

it('the lists of an operation are read one after the other', async () => {
  const { app, reads } = await aReturnWith(1);
  const { data, errors } = await ask(app, lists(20));
  expect(errors).toBeUndefined();
  expect(data.a19).toEqual({ nodes: [{ state: 'MN' }] });
  expect(reads).toMatchObject({ all: 20, atOnce: 1 });
});

it('a list is read with any number of filings; then no further list is read', async () => {
  const { app, reads } = await aReturnWith(filingsOfLists + 1);
  expect((await ask(app, lists(1))).data).toEqual({ a0: { nodes: [{ state: 'MN' }] } });
  const { errors } = await ask(app, lists(5));
  expect(errors).toMatchObject([
    {
      message: `The returns in this operation have more than ${filingsOfLists} filings in total. Read fewer returns at once.`,
      extensions: {
        code: 'OPERATION_LIMIT_EXCEEDED',
        limit: { name: 'filingsOfLists', allowed: filingsOfLists },
      },
    },
  ]);
  expect(reads.all).toBe(2);
});
