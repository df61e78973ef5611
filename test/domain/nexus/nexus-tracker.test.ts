import { expect, it } from 'vitest';
import type { NexusThreshold } from '../../../src/domain/nexus/nexus-threshold.ts';
import { reachedText } from '../../../src/domain/nexus/nexus-tracker.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';

it.each([
  ['SALES_ONLY', 'Sales reached the threshold of 100000 USD on 2026-03-01'],
  ['EITHER', 'Sales reached the threshold of 100000 USD or 200 invoices on 2026-03-01'],
  ['BOTH', 'Sales reached the threshold of 100000 USD and 200 invoices on 2026-03-01'],
] as const)('names every test of a threshold: %s', (combine, text) => {
  const threshold = { salesAmount: decimal('100000'), currency: 'USD', transactionCount: 200, combine };
  expect(reachedText(threshold as NexusThreshold, { reachedOn: '2026-03-01' })).toBe(text);
});
