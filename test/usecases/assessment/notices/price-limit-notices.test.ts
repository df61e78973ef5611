import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app.ts';
import { recordOf } from '../../../support/openapi.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
});
afterAll(() => app.close());

const albany = { country: 'US', state: 'NY', city: 'Albany', zip: '12207', isPartial: true };

async function limitedItems(currency: string): Promise<string[]> {
  const clothing = { name: 'Coat', taxCode: 'C1S2', unitPrice: 105 };
  const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: 105 };
  const body = { shippingAddress: albany, currency, items: [lamp, clothing] };
  const answer = await app.send('POST', '/v1/transactions/calculate', body);
  const document = recordOf(await answer.json());
  expect(answer.status, JSON.stringify(document)).toBe(200);
  const notices = document.notices as readonly { readonly code: string; readonly pointer: string }[];
  return notices.filter(({ code }) => code === 'RATE_DEPENDS_ON_PRICE').map(({ pointer }) => pointer);
}

describe('an item whose tax depends on its unit price', () => {
  it('has a notice if the law sets the amount in another currency: 105 euros are not below 110 dollars', async () => {
    expect(await limitedItems('EUR')).toEqual(['/items/1/unitPrice']);
    expect(await limitedItems('USD')).toEqual([]);
  });
});
