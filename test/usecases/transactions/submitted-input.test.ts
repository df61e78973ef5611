import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tenantSettings } from '../../../src/domain/account/tenant.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { completeInput } from '../../../src/domain/transactions/refund/complete-input.ts';
import { stripComputedFields, toTransactionInput } from '../../../src/domain/transactions/submitted-input.ts';
import type { SentTransaction, TransactionInput } from '../../../src/domain/transactions/transaction-input.ts';
import { assessTransaction } from '../../../src/usecases/assessment/calculate-document.ts';
import { createdTransaction } from '../../../src/usecases/transactions/transaction-changes.ts';
import { anInvoiceBody, minneapolis } from '../../support/bodies.ts';
import { inputs, reference } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
import { aCustomer } from '../../support/records.ts';

const customer = aCustomer();
const settings = tenantSettings.parse({});
const now = new Date('2026-07-01T00:00:00Z');

const places = [
  minneapolis,
  { ...minneapolis, city: 'New York', state: 'NY', zip: '10001' },
  { ...minneapolis, city: 'Portland', state: 'OR', zip: '97201' },
  { country: 'DE', city: 'Berlin' },
  { country: 'CA', region: 'QC' },
];

const someItem = fc.record({
  name: fc.constantFrom('Lamp', 'Coat', 'Bread'),
  taxCode: fc.constantFrom('C1S1', 'C1S2', 'C1S10', 'C3S1', '', 'unknown'),
  unitPrice: fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1000),
  quantity: fc.option(
    fc.integer({ min: 1, max: 5000 }).map((n) => n / 100),
    { nil: undefined },
  ),
  manualSalesTax: fc.constantFrom(undefined, false, true),
  manualSalesTaxRate: fc.constant(0.07),
  taxableCategory: fc.constantFrom(undefined, undefined, 'TAXABLE', 'NOT_TAXABLE'),
});

const someBody = fc.record({
  items: fc.array(someItem, { minLength: 1, maxLength: 5 }),
  shippingAddress: fc.constantFrom(...places),
  isTaxInclusive: fc.constantFrom(undefined, false, true),
  transactionLevelDiscount: fc.option(
    fc.integer({ min: 0, max: 5000 }).map((n) => n / 100),
    { nil: undefined },
  ),
  currency: fc.constantFrom(undefined, 'usd', 'JPY', 'BHD'),
  shippingFee: fc.option(
    fc.record({ taxCode: fc.constantFrom('C6S1', ''), totalPrice: fc.integer({ min: 0, max: 2000 }) }),
    {
      nil: undefined,
    },
  ),
});

const complete = (sent: SentTransaction): TransactionInput => ({
  ...completeInput(sent, null, { defaultTaxCode: null }),
  taxDateTimeZone: null,
});

async function answer(input: TransactionInput) {
  const { document, snapshot } = await assessTransaction({
    input,
    customer,
    exemptions: [],
    settings,
    declarations: [],
    reference,
  });
  return { transaction: createdTransaction(input, document, reference.version, now), document, snapshot };
}

it('returns the same record for one that was read and sent back, whatever was first sent', async () => {
  await fc.assert(
    fc.asyncProperty(someBody, async (more) => {
      const parsed = inputs.transaction.safeParse(anInvoiceBody(customer.serviceId, more));
      fc.pre(parsed.success); // A discount on lines that round to zero is refused.
      const first = await answer(complete(parsed.data!));
      const read: unknown = JSON.parse(JSON.stringify(toTransactionInput(first.transaction)));
      const again = await answer(
        stripComputedFields(complete(parseInput(inputs.transaction, read)), first.transaction),
      );
      expect(again.snapshot).toEqual(first.snapshot);
      expect(figuresOf(again.document)).toEqual(figuresOf(first.document));
    }),
    { numRuns: examples(500) },
  );
});

/** The response spells out fields that were omitted in the request; the figures must be the same with them. */
function figuresOf({
  notices: _notices,
  transactionLevelDiscount: _sent,
  items,
  ...document
}: Awaited<ReturnType<typeof answer>>['document']) {
  return { ...document, items: items.map(({ manualSalesTax: _manual, ...item }) => item) };
}
