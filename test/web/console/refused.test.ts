import { expect, it } from 'vitest';
import { whyRefused } from '../../../src/web/console/views/inbox/refused.ts';

const refused = {
  code: 'CUSTOMER_NOT_FOUND',
  message: 'Customer not found.',
  pointer: '/customerId',
  refusedAt: '2026-11-25T10:00:00Z',
  refusalCount: 1,
};

it('shows why a document was refused, where and when', () => {
  const [why, when, ...more] = whyRefused(refused).split(' · ');
  expect(why).toBe('Unknown customer in field customerId');
  expect(when).toMatch(/2026/);
  expect(more).toEqual([]);
});

it.each([
  ['/items/0', 'item 1'],
  ['/items/2/unitPrice', 'item 3, field unitPrice'],
  ['/items', 'the items'],
  ['/items/0/shippingAddress/zip', 'item 1, the shipping address, field zip'],
  ['/shippingFee', 'the shipping fee'],
  ['/shippingFee/totalPrice', 'the shipping fee, field totalPrice'],
  ['/shippingAddress/zip', 'the shipping address, field zip'],
  ['/customer/exemptions/1', 'the customer, field exemptions, entry 2'],
  ['/customFields/a~1b', 'field customFields, field a/b'],
])('names the position %s', (pointer, position) => {
  expect(whyRefused({ ...refused, pointer })).toContain(`Unknown customer in ${position} · `);
});

it('shows how often, and omits the position if it is the whole document', () => {
  const told = whyRefused({ ...refused, code: 'PERIOD_CLOSED', pointer: null, refusalCount: 3 }).split(' · ');
  expect([told[0], told[2]]).toEqual(['Period already filed', '3 times so far']);
});

it("shows a code of a later release in the gateway's own words", () => {
  expect(whyRefused({ ...refused, code: 'NEW', message: 'Something new.', pointer: null })).toMatch(
    /^Something new\. · /,
  );
});
