import { expect, it } from 'vitest';
import { afterWeekend } from '../../../../src/domain/returns/filing-calendar.ts';
import { decideDiscount, frequencyOfPeriod } from '../../../../src/domain/returns/payment/discount-decision.ts';
import { findForReturn } from '../../../../src/domain/returns/payment/due-days.ts';
import { discountOn } from '../../../../src/domain/returns/payment/filing-terms.ts';
import { decimal } from '../../../../src/tax/numbers/decimal.ts';
import { reference } from '../../../support/context.ts';

const months = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, YEARLY: 12 } as const;

it.each([
  // Texas: 0.5 % without a limit.
  ['TX', 'MONTHLY', '2026-06-30', '82.50', '0.4125'],
  ['TX', 'YEARLY', '2026-12-31', '1000000', '5000'],
  // Florida: 2.5 % of the first 1,200, so at most 30.
  ['FL', 'MONTHLY', '2026-06-30', '1000', '25'],
  ['FL', 'MONTHLY', '2026-06-30', '1200.01', '30'],
  ['FL', 'QUARTERLY', '2026-06-30', '500000', '30'],
  ['FL', 'MONTHLY', '2012-05-31', '1000', null],
  // Illinois: 1.75 %, at most 1,000 a month for returns due since January 2025; at least 5 in a year, and never more than the tax.
  ['IL', 'MONTHLY', '2024-11-30', '100000', '1750'],
  ['IL', 'MONTHLY', '2024-12-31', '100000', '1000'],
  ['IL', 'QUARTERLY', '2026-06-30', '400', '7'],
  ['IL', 'YEARLY', '2026-12-31', '100', '5'],
  ['IL', 'YEARLY', '2026-12-31', '3', '3'],
  // New York: 5 %, at most 200 a return, not for monthly filers.
  ['NY', 'QUARTERLY', '2026-05-31', '3999', '199.95'],
  ['NY', 'QUARTERLY', '2026-05-31', '4001', '200'],
  ['NY', 'MONTHLY', '2026-05-31', '4001', '0'],
  // Pennsylvania: 1 %, at most 25, 75 or 150 a return since August 2016.
  ['PA', 'MONTHLY', '2026-06-30', '2499', '24.99'],
  ['PA', 'MONTHLY', '2026-06-30', '99999', '25'],
  ['PA', 'QUARTERLY', '2026-06-30', '99999', '75'],
  ['PA', 'HALF_YEARLY', '2026-06-30', '99999', '150'],
  ['PA', 'YEARLY', '2026-12-31', '99999', null],
  // Georgia: 3 % of the first 3,000 and 0.5 % of the rest.
  ['GA', 'MONTHLY', '2024-06-30', '5000', '100'],
  // Nebraska: 2.5 % of the first 3,000, and 3 % of the first 5,000 in a month since October 2022.
  ['NE', 'MONTHLY', '2022-09-30', '9000', '75'],
  ['NE', 'MONTHLY', '2022-10-31', '9000', '150'],
  // Ohio: 0.75 %; whether a cap holds since is not known.
  ['OH', 'MONTHLY', '2025-06-30', '1000', '7.5'],
  ['OH', 'MONTHLY', '2025-07-31', '1000', null],
  // Wisconsin: 0.5 %, then 0.75 %, at least 10 and at most 1,000, then 8,000.
  ['WI', 'QUARTERLY', '2023-06-30', '4000', '20'],
  ['WI', 'QUARTERLY', '2023-09-30', '4000', null],
  ['WI', 'QUARTERLY', '2023-12-31', '4000', '30'],
  ['WI', 'QUARTERLY', '2023-12-31', '1000', '10'],
  ['WI', 'QUARTERLY', '2023-12-31', '6', '6'],
  ['WI', 'MONTHLY', '2026-06-30', '2000000', '8000'],
  // A refund earns nothing.
  ['TX', 'MONTHLY', '2026-06-30', '-82.50', '0'],
] as const)('gives a %s return (%s, to %s) with tax of %s a discount of %s', (state, frequency, to, tax, discount) => {
  const terms = findForReturn(reference.filingTerms({ country: 'US', state }).discounts, { frequency, to });
  expect(terms && discountOn(decimal(tax), terms, months[frequency]).toString()).toBe(discount);
});

it.each([
  ['2026-06-01', '2026-06-30', 'MONTHLY'],
  ['2026-03-01', '2026-05-31', 'QUARTERLY'],
  ['2026-01-01', '2026-12-31', 'YEARLY'],
  ['2026-06-10', '2026-07-09', null],
  ['2026-06-01', '2026-07-31', null],
])('reads the frequency of %s to %s as %s', (from, to, frequency) => {
  expect(frequencyOfPeriod({ from, to })).toBe(frequency);
});

it('puts tiers into words', () => {
  const terms = reference.filingTerms({ country: 'US', state: 'GA' }).discounts[0]!;
  const period = { from: '2024-06-01', to: '2024-06-30' };
  const found = decideDiscount({ terms, period, filedOn: '2024-07-20', dueOn: '2024-07-22', earlier: [] });
  expect(found.kind === 'ALLOWED' && found.reason).toContain('3 % up to 3000 USD, 0.5 % of the remainder of the tax.');
});

it('moves Saturday and Sunday to Monday', () => {
  expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(afterWeekend)).toEqual([
    '2026-11-27',
    '2026-11-30',
    '2026-11-30',
    '2026-11-30',
  ]);
});
