import { field, type RecordOf, record } from '../base/record.ts';
import type { RateChange } from './rate-changes.ts';

const changedTax = record('RateChangeTax', 'The tax on documents in one currency, with and without a change.', {
  currency: field.currency('ISO 4217 currency code of the amounts.'),
  transactionCount: field.count('Number of invoices and refunds whose tax would differ.'),
  before: field.amount('Stored tax of these documents, less the tax on refunds.'),
  after: field.amount('Tax on these documents with the change in force, less the tax on refunds.'),
  taxDifference: field.amount('Increase in the tax; negative for a decrease.'),
});

export const rateChangeEffect = record('RateChangeEffect', 'The effect of a rate or rule change on the account.', {
  from: field.day('First day whose documents were recalculated.'),
  to: field.day('Last day whose documents were recalculated: today in UTC.'),
  customerCount: field.count(
    'Number of customers with an address in the place of the change, or with a recalculated invoice or refund.',
  ),
  openTransactionCount: field.count(
    'Number of estimates and orders in the place of the change that are not cancelled, paid or converted.',
  ),
  openTransactionsPath: field.derived(
    field.text('Path to the list of these estimates and orders.', {
      only: 'REST',
      examples: ['/v1/rate_changes/id/2027-07-01.US.SD.RATE/transactions'],
    }),
    ({ change }: { readonly change: RateChange }) =>
      `${rateChangePath(change)}/transactions${change.inVersion === undefined ? '' : `?inVersion=${change.inVersion}`}`,
  ),
  transactionCount: field.count(
    'Number of recalculated invoices and refunds: those in the place of the change with a tax date from `from` to `to` and before the change.',
  ),
  taxes: field.list(
    changedTax,
    1,
    'The stored tax and the tax with the change, by currency, for documents whose tax would differ; empty if none would.',
  ),
});
export type RateChangeEffect = RecordOf<typeof rateChangeEffect>;

export const rateChangePath = ({ changeId }: RateChange) => `/v1/rate_changes/id/${encodeURIComponent(changeId)}`;
