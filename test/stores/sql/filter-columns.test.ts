import { expect, it } from 'vitest';
import { auditEntryList } from '../../../src/domain/audit/audit-entry-list.ts';
import { certificateRequestList } from '../../../src/domain/certificate-requests/certificate-request.ts';
import { clientList } from '../../../src/domain/clients/client.ts';
import { customerList } from '../../../src/domain/customers/customer-list.ts';
import { exchangeRateList } from '../../../src/domain/exchange-rates/exchange-rate.ts';
import { exemptionList } from '../../../src/domain/exemptions/exemption-list.ts';
import type { DeclaredList } from '../../../src/domain/lists/declared-list.ts';
import { productList } from '../../../src/domain/products/product.ts';
import { refusalList } from '../../../src/domain/refusals/refusal.ts';
import { taxReturnList } from '../../../src/domain/returns/return-list.ts';
import { taxNumberCheckList } from '../../../src/domain/tax-numbers/tax-number-validation.ts';
import { transactionList } from '../../../src/domain/transactions/transaction-list.ts';
import { webhookDeliveryList } from '../../../src/domain/webhooks/webhook-delivery.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores } = await openTestStore();
const of = stores.forTenant((await aTenant(stores)).tenantId);

it.each<[DeclaredList, (filter: object) => Promise<unknown>]>([
  [auditEntryList, (filter) => of.audit.count(filter)],
  [certificateRequestList, (filter) => of.certificateRequests.count(filter)],
  [clientList, (filter) => of.clients.count(filter)],
  [customerList, (filter) => of.customers.count(filter)],
  [exchangeRateList, (filter) => of.exchangeRates.count(filter)],
  [exemptionList, (filter) => of.exemptions.count(filter)],
  [productList, (filter) => of.products.count(filter)],
  [refusalList, (filter) => of.refusals.count(filter, new Date(0))],
  [taxReturnList, (filter) => of.returns.count(filter)],
  [taxNumberCheckList, (filter) => of.taxNumberChecks.count(filter)],
  [transactionList, (filter) => of.transactions.count(filter)],
  [webhookDeliveryList, (filter) => of.webhookDeliveries.count(filter)],
])('every field of the filter of $name has a column', async ({ fields }, count) => {
  for (const name of Object.keys(fields)) {
    await expect(count({ [name]: { isNull: true } }), name).resolves.toEqual(expect.any(Number));
  }
});

it.each(['isConverted', 'lacksCertificateFile'])(
  'a filter by %s stays on the node of the tenant, however it is combined',
  async (name) => {
    const is = (eq: boolean) => ({ [name]: { eq } });
    for (const filter of [
      ...[is(true), is(false), { [name]: { ne: true } }, { not: is(true) }],
      { not: { or: [is(false), { currency: { eq: 'USD' } }] } },
    ]) {
      expect(await of.transactions.count(filter)).toBe(0);
      expect(await of.transactions.list(filter, { after: null, limit: 5, direction: 'ASC' })).toEqual([]);
    }
  },
);
