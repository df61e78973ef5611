import { expect, it } from 'vitest';
import { bodyOf, startApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Json = any;

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it.each([1, 2])(
  'changes of mappings leave documents alone, and unmapped products count them (chain %i)',
  async (seed) => {
    const app = await startApp();
    const next = numbers(seed);
    const oneOf = <Value>(values: readonly Value[]): Value => values[next(values.length)]!;
    const send = async (method: string, path: string, body?: Json) => {
      const response = await app.send(method, path, body);
      expect([200, 201, 204, 404], await response.clone().text()).toContain(response.status);
      return response.status === 204 ? null : bodyOf<Json>(response);
    };
    const { serviceId } = await send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
    const products = ['a', 'b', 'c', 'd'];
    const documents = new Map<string, Json>();
    const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
    const write = async () => {
      const externalId = oneOf(['i-1', 'i-2', 'i-3', 'i-4', 'i-5']);
      const items = Array.from({ length: 1 + next(3) }, () => ({
        name: 'Thing',
        unitPrice: 1 + next(50),
        product: oneOf(products),
        ...(next(4) === 0 && { taxCode: 'C1S1' }),
        ...(next(3) === 0 && { tangibleCategory: 'TANGIBLE' }),
      }));
      const transactionType = oneOf(['INVOICE', 'INVOICE', 'ESTIMATE']);
      const transactionStatus = oneOf(['ACTIVE', 'ACTIVE', 'CANCELLED']);
      const sent = anInvoiceBody(serviceId, { externalId, items, transactionType, transactionStatus });
      const stored = await send('PUT', pathOf(externalId), sent);
      documents.set(externalId, { sent, stored });
    };
    const mapped = new Set<string>();
    const changeMapping = async () => {
      const externalId = oneOf(products);
      const path = `/v1/products/source/9/externalId/${externalId}`;
      const taxCode = oneOf([null, 'C1S1', 'C3S1']);
      mapped.delete(externalId);
      if (next(4) === 0) return send('DELETE', path);
      if (taxCode) mapped.add(externalId);
      return send('PUT', path, { source: '9', externalId, taxCode });
    };
    for (let step = 0; step < 40; step++) {
      if (next(2) === 0) {
        await write();
        continue;
      }
      await changeMapping();
      const [externalId, { sent, stored }] = oneOf([...documents, ['', {}]]);
      if (externalId === '') continue;
      // Neither reading nor repeating the request shows the new mapping.
      expect(await send('GET', pathOf(externalId))).toEqual(stored);
      expect(await send('PUT', pathOf(externalId), sent)).toEqual(stored);
      expect(await send('PUT', pathOf(externalId), stored)).toEqual(stored);
      expect(await send('PATCH', pathOf(externalId), { documentName: stored.documentName })).toEqual(stored);
    }
    const isSold = ({ stored }: Json, product: string) =>
      stored.transactionType === 'INVOICE' &&
      stored.transactionStatus !== 'CANCELLED' &&
      stored.items.some((item: Json) => item.product === product && item.productMapping === 'UNMAPPED');
    const recounted = products
      .filter((product) => !mapped.has(product))
      .map((product) => [product, [...documents.values()].filter((one) => isSold(one, product)).length]);
    const listed = await send('GET', '/v1/products/unmapped');
    const counts = new Map(listed.map(({ externalId, saleCount }: Json) => [externalId, saleCount]));
    for (const [product, sales] of recounted) expect([product, counts.get(product) ?? 0]).toEqual([product, sales]);
    expect([...counts.keys()].every((product) => !mapped.has(product as string))).toBe(true);
    await app.close();
  },
);

it('repeats a request that states the category of a product, for any mapping of the product', async () => {
  const app = await startApp();
  const customerId = (await bodyOf<Json>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody())))
    .serviceId;
  const map = (taxCode: string) =>
    app.send('PUT', '/v1/products/source/9/externalId/p', { source: '9', externalId: 'p', taxCode });
  const path = '/v1/transactions/source/9/externalId/i';
  const items = [{ name: 'Thing', product: 'p', unitPrice: 100, tangibleCategory: 'TANGIBLE' }];
  const sent = anInvoiceBody(customerId, { externalId: 'i', items });
  await map('C1S1');
  const stored = await bodyOf<Json>(app.send('PUT', path, sent));
  await map('C4S1');
  for (const body of [sent, stored]) expect(await bodyOf(app.send('PUT', path, body))).toEqual(stored);
  const renamed = await bodyOf<Json>(app.send('PATCH', path, { documentName: 'Kept' }));
  expect(renamed.items).toEqual(stored.items);
  const filed = await bodyOf<Json>(app.send('PATCH', path, { transactionFilingStatus: 'FILED' }));
  expect(await bodyOf(app.send('PUT', path, { ...sent, documentName: 'Kept' }))).toEqual(filed);
  // The category stays as sent under the new code.
  await app.send('PATCH', path, { transactionFilingStatus: 'NOT_FILED' });
  const again = await bodyOf<Json>(app.send('POST', `${path}/recalculate`, { reason: 'Mapped' }));
  expect(again.items[0]).toMatchObject({ taxCode: 'C4S1', tangibleCategory: 'TANGIBLE' });
  await app.close();
});
