import { expect, it } from 'vitest';
import { refundLines } from '../../../src/domain/transactions/refund/refund-lines.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionInput } from '../../../src/domain/transactions/transaction-input.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';

const count = 500;
const repeated = <Value>(value: Value) => Array.from({ length: count }, () => value);

it('matches many shares to many equal items whose remainder is too small', () => {
  const item = { name: 'Lamp', taxCode: 'C1S1', quantity: '8', calculatedTotal: '8', unitPrice: null };
  const earlier = {
    items: repeated({ ...item, calculatedTotal: '5' }),
    refundOf: {
      invoiceItems: [...repeated(0).keys()],
      sentItems: repeated({ totalPrice: null, discount: null, quantity: '5' }),
      refundFraction: null,
    },
  };
  const sent = { name: 'Lamp', taxCode: 'C1S1', quantity: '4', unitPrice: null, totalPrice: null, discount: null };
  const { lines, issues } = refundLines(
    { items: repeated(sent), shippingFee: null, refundFraction: null } as unknown as TransactionInput,
    {
      invoice: { items: repeated(item) } as unknown as Transaction,
      refunds: [earlier as unknown as Transaction],
      before: { items: repeated(decimal('5')), shippingFee: decimal('0') },
    },
    2,
  );
  expect(issues).toEqual([]);
  expect(new Set(lines.map(({ invoiceItem }) => invoiceItem)).size).toBe(count);
}, 15_000);
