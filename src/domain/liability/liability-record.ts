import { jurisdiction } from '../base/jurisdiction.ts';
import { notice } from '../base/notice.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import { taxReason } from '../transactions/tax-reason.ts';
import { transactionType } from '../transactions/transaction-enums.ts';

const unlessGrouped = 'unless rows are grouped by it, or if the documents have none';

const labels = {
  country: field.optional(field.country('The country that taxes the sales.'), unlessGrouped),
  state: field.optional(
    field.text('The US state or region that taxes the sales.', { examples: ['MN'] }),
    unlessGrouped,
  ),
  jurisdiction: field.optional(
    field.part(jurisdiction, 'The jurisdiction, as documents named it when they were calculated.'),
    unlessGrouped,
  ),
  taxCode: field.optional(field.text('The tax code of the lines.', { examples: ['C1S1'] }), unlessGrouped),
  reason: field.optional(field.choice(taxReason, 'Why the lines are taxed or not.'), unlessGrouped),
  rate: field.optional(
    field.fraction(
      'The rate of the lines: of all jurisdictions together or, by jurisdiction, of each. Zero for what bears none.',
    ),
    unlessGrouped,
  ),
  transactionType: field.optional(field.choice(transactionType, 'The type of the documents.'), unlessGrouped),
  subsidiary: field.optional(field.text('The subsidiary of the documents.'), unlessGrouped),
  month: field.optional(field.text('The calendar month, such as 2026-07.', { examples: ['2026-07'] }), unlessGrouped),
};

/** The amounts of a row; `unit` says in which currency. */
const amountsIn = (unit: string) => ({
  grossSalesAmount: field.amount(
    'Sales less refunds, after discounts and without tax: the sum of taxable, exempt, non-taxable and uncollected sales. By jurisdiction, a sale counts in each.',
    { unit },
  ),
  taxableAmount: field.amount(
    'Sales taxed at any rate. Unless grouped by jurisdiction, the largest base of any jurisdiction.',
    { unit },
  ),
  exemptAmount: field.amount(
    'Sales that are taxable there, but exempt by law, by certificate or because of the buyer.',
    {
      unit,
    },
  ),
  nonTaxableAmount: field.amount('Sales that are not taxed there.', { unit }),
  uncollectedAmount: field.amount(
    'Sales whose tax may be due but was not charged: the seller does not collect there, or the rate book does not hold the tax.',
    { unit },
  ),
  taxAmount: field.amount('Tax charged, less tax refunded.', { unit }),
  feeAmount: field.optional(
    field.amount('State fees that buyers were charged.', { unit }),
    'if rows are for jurisdictions, tax codes, reasons or rates, to which a fee does not belong',
  ),
  marketplaceSalesAmount: field.amount(
    'Sales to customers of the type MARKETPLACE, less refunds, which no other amount includes: the marketplace collects their tax.',
    { unit },
  ),
  refundsAmount: field.amount('Refunds, which are already subtracted from the sales; positive.', { unit }),
});

const reasonAmount = record('ReasonAmount', 'An amount of sales and why it is not taxed.', {
  reason: field.choice(taxReason, 'Why it is not taxed.'),
  amount: field.amount('The amount.', { unit: 'In the currency of the row.' }),
});
export type ReasonAmount = RecordOf<typeof reasonAmount>;

/** Each amount is rounded separately. */
const reportingAmounts = record(
  'ReportingAmounts',
  'Amounts of a row of liability in the reporting currency of the account.',
  {
    currency: field.currency('ISO 4217 code of the reporting currency.', { examples: ['EUR'] }),
    ...amountsIn('In the reporting currency.'),
  },
);
export type ReportingAmounts = RecordOf<typeof reportingAmounts>;

export const liabilityRow = record(
  'LiabilityRow',
  'What is owed for one group in one currency. Refunds are subtracted in the period that reports them.',
  {
    ...labels,
    currency: field.currency('ISO 4217 code of the currency of all amounts of the row.'),
    ...amountsIn('In the currency of the row.'),
    exemptAmounts: field.list(reasonAmount, 3, 'The exempt amount by reason.'),
    documentCount: field.count('Number of documents with at least one line in this row.'),
    reporting: field.optional(
      field.part(
        reportingAmounts,
        'The same amounts in the reporting currency, at the exchange rate of each day that reports a document: exact products, each sum rounded once by itself. The figures of a filed return keep them, with the rates.',
      ),
      'without a reporting currency, or if a day has no rate (see `notices`)',
    ),
  },
);
export type LiabilityRow = RecordOf<typeof liabilityRow>;

/** What a row stands for. */
export type LiabilityLabels = Pick<LiabilityRow, keyof typeof labels | 'currency'>;

export const liability = record('Liability', 'What is owed in a period.', {
  from: field.derived(field.day('First day of the period.'), ({ from }: ReportPeriod) => from),
  to: field.derived(field.day('Last day of the period.'), ({ to }: ReportPeriod) => to),
  rows: field.list(liabilityRow, 100, 'One row for each group and currency, in the order of the groups.'),
  notices: field.list(notice, 1, 'Remarks on the report, such as `EXCHANGE_RATE_MISSING`.'),
});
export type Liability = RecordOf<typeof liability>;
