import { jurisdiction } from '../base/jurisdiction.ts';
import { notice } from '../base/notice.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { periodText, type ReportPeriod } from '../base/report-period.ts';
import { exemptionReason } from '../exemptions/exemption-reason.ts';
import { placeCode, stateCode } from '../places/place-code.ts';
import { taxReason, transactionType } from '../transactions/transaction-enums.ts';
import { type CountedWithin, documentsOfRow, pathOfDocuments } from './counted-documents.ts';
import { liabilityGroup } from './liability-group.ts';
import type { LiabilityQuestion } from './liability-query.ts';
import { type UnassignedTax, unassignedTax } from './unassigned-tax.ts';

const unlessGrouped = 'if rows are not grouped by this field, or if unknown';

/** The place as stored: outside the US, the state code includes the country. */
type Place = { readonly country: string | null; readonly state: string | null };

const countryOf = ({ country, state }: Place) => country ?? (state?.includes('-') ? state.slice(0, 2) : 'US');

const liabilityKey = record('LiabilityKey', 'Group of a liability row.', {
  place: field.derived(
    field.optional(
      field.text('ISO 3166 code of the place that taxes the sales.', { examples: ['US-MN'] }),
      'if rows are not grouped by country or state',
    ),
    ({ country, state }: Place) =>
      country === null && state === null ? null : placeCode({ country: countryOf({ country, state }), state }),
  ),
  country: field.optional(field.country('The country that taxes the sales.'), unlessGrouped),
  state: field.derived(
    field.optional(
      field.text('The US state or region that taxes the sales, as in an address.', { examples: ['MN'] }),
      unlessGrouped,
    ),
    ({ country, state }: Place) => stateCode({ country: countryOf({ country, state }), state }),
  ),
  jurisdiction: field.optional(
    field.part(jurisdiction, 'The jurisdiction, as named in documents when they were calculated.'),
    unlessGrouped,
  ),
  taxCode: field.optional(field.text('The tax code of the lines.', { examples: ['C1S1'] }), unlessGrouped),
  reason: field.optional(field.choice(taxReason, 'Why the lines are taxed or untaxed.'), unlessGrouped),
  rate: field.optional(
    field.fraction(
      'The rate of the lines: the combined rate or, by jurisdiction, the rate of each jurisdiction. Zero for untaxed lines.',
    ),
    unlessGrouped,
  ),
  exemptionReason: field.optional(
    field.choice(exemptionReason, 'The reason on the certificate that relieved the lines.'),
    'if rows are not grouped by exemption reason, if no certificate relieved the lines, or if the certificate gives no reason',
  ),
  transactionType: field.optional(field.choice(transactionType, 'The type of the documents.'), unlessGrouped),
  subsidiary: field.optional(field.text('The subsidiary of the documents.'), unlessGrouped),
  source: field.optional(field.text('The store or channel of the documents.', { examples: ['9'] }), unlessGrouped),
  customerId: field.optional(field.uuid('`serviceId` of the customer of the documents.'), unlessGrouped),
  marketplace: field.optional(
    field.text('The marketplace named in the documents.', { examples: ['Amazon'] }),
    unlessGrouped,
  ),
  month: field.optional(field.text('The calendar month, such as 2026-07.', { examples: ['2026-07'] }), unlessGrouped),
  reportedOn: field.optional(field.day('The reporting day of the documents.'), unlessGrouped),
});
/** The group of a row. */
export type LiabilityLabels = RecordOf<typeof liabilityKey> & { readonly currency: string };
export const labelNames = [...Object.keys(liabilityKey.fields), 'currency'] as (keyof LiabilityLabels)[];

const unit = 'In the currency of the amounts.';

/** Each amount in the reporting currency is rounded separately. */
export const liabilityAmounts = record('LiabilityAmounts', 'The amounts in a liability row, minus refunds.', {
  currency: field.currency('ISO 4217 currency code of these amounts.'),
  grossSalesAmount: field.amount(
    'Sales less refunds, after discounts and without tax: the sum of taxable, exempt, non-taxable and uncollected sales. In rows by jurisdiction, a sale is counted in each of its jurisdictions.',
    { unit },
  ),
  taxableAmount: field.amount(
    'Sales taxed at any rate. Unless rows are grouped by jurisdiction, this is the largest taxable base of any jurisdiction.',
    { unit },
  ),
  exemptAmount: field.amount(
    'Sales that are taxable in the place, but exempt by law, by certificate or because of the buyer.',
    { unit },
  ),
  nonTaxableAmount: field.amount('Sales that are not taxable in the place.', { unit }),
  uncollectedAmount: field.amount(
    'Sales whose tax may be due but was not charged: the seller does not collect in the place, or the rate book does not include the tax.',
    { unit },
  ),
  taxAmount: field.amount('Tax charged, less tax refunded.', { unit }),
  feeAmount: field.optional(
    field.amount('State fees charged to buyers.', { unit }),
    'if rows are grouped by jurisdiction, tax code, reason, rate or exemption reason, because these groups do not apply to fees',
  ),
  marketplaceSalesAmount: field.amount(
    'Sales whose tax a marketplace collects (`collectedBy`), less refunds. These sales are not included in any other amount.',
    { unit },
  ),
  marketplaceTaxAmount: field.optional(
    field.amount(
      'Tax that marketplaces collected on these sales, as given in `collectedTaxAmount`, less refunds. Sales without this amount count as zero.',
      { unit },
    ),
    'for rows grouped by jurisdiction, where the tax is not split, and for returns filed by an earlier release',
  ),
  refundsAmount: field.amount('Refunds, already subtracted from the sales. The amount is positive.', { unit }),
});
export type LiabilityAmounts = RecordOf<typeof liabilityAmounts>;

const reasonAmount = record('ReasonAmount', 'Sales that are not taxed, with the reason.', {
  reason: field.choice(taxReason, 'Why the sales are not taxed.'),
  amount: field.amount('The amount.', { unit: 'In the currency of the row.' }),
});
export type ReasonAmount = RecordOf<typeof reasonAmount>;

export const liabilityRow = record(
  'LiabilityRow',
  'Liability for one group in one currency. Refunds are subtracted in their reporting period.',
  {
    key: field.derived(
      field.part(liabilityKey, 'Place, jurisdiction, tax code and other groups of the row.'),
      (row: LiabilityLabels) => row,
    ),
    amounts: field.derived(
      field.part(liabilityAmounts, 'The amounts in the currency of the documents.'),
      (row: LiabilityAmounts) => row,
    ),
    exemptAmounts: field.list(reasonAmount, 3, 'The exempt amount by reason.'),
    transactionCount: field.count(
      'Number of documents with at least one line in this row. A document with lines in several states or regions counts once in each, even if rows are not grouped by state. Grouped by exemption reason, it counts once per row.',
    ),
    reportingAmounts: field.optional(
      field.part(
        liabilityAmounts,
        'The same amounts in the reporting currency of the account, at the exchange rate of each document’s reporting day. Amounts are converted exactly, and each sum is rounded once. A filed return keeps these amounts and the rates.',
      ),
      'without a reporting currency, or if a day has no rate (see `notices`)',
    ),
    transactionsPath: field.derived(
      field.text('Path to the list of documents in the row.', { only: 'REST' }),
      ({ within, ...row }: LiabilityLabels & { readonly within: CountedWithin }) =>
        pathOfDocuments(documentsOfRow(row, within)),
    ),
  },
);
/** A row as shown, with the fields needed to find its documents. */
export type ShownLiabilityRow = RecordOf<typeof liabilityRow>;
export type LiabilityRow = LiabilityLabels & LiabilityAmounts & Omit<ShownLiabilityRow, 'within'>;

/** The row in a currency, from its reporting amounts if necessary; null if it has no amounts in the currency. */
export function amountsIn(row: LiabilityRow, currency: string): LiabilityRow | null {
  if (row.currency === currency) return row;
  return row.reportingAmounts?.currency === currency ? { ...row, ...row.reportingAmounts } : null;
}

export const shownRow = (row: LiabilityRow, within: CountedWithin): ShownLiabilityRow => ({ ...row, within });

/** The code of the notice on figures that omit the amounts of some documents. */
export const stillCountingCode = 'STILL_COUNTING';

type Unassigned = {
  /** The query with names resolved to codes. */
  readonly question: LiabilityQuestion;
  readonly unassignedTax?: readonly UnassignedTax[];
};

export const liability = record('Liability', 'Tax liability for a period.', {
  period: field.derived(
    field.text('The period in short form: a month, quarter, half-year or year, or its days.', {
      examples: ['2026-06'],
    }),
    periodText,
  ),
  from: field.derived(field.day('First day of the period.'), ({ from }: ReportPeriod) => from),
  to: field.derived(field.day('Last day of the period.'), ({ to }: ReportPeriod) => to),
  groupedBy: field.list(
    field.choice(liabilityGroup, 'A group.'),
    2,
    'Groups of the rows, in addition to the currency.',
  ),
  rows: field.list(liabilityRow, 100, 'One row per group and currency, in the order of the groups.'),
  unassignedTax: field.derived(
    field.list(
      unassignedTax,
      1,
      'Tax for the period that is not part of any return, by place and currency. Together with the tax on the returns for the period, it equals the tax in the rows.',
      { only: 'REST' },
    ),
    ({ unassignedTax: found = [] }: Unassigned) => found,
  ),
  notices: field.list(
    notice,
    1,
    'Notices about the report, such as `EXCHANGE_RATE_MISSING`, or `STILL_COUNTING` while figures are incomplete after an upgrade.',
  ),
});
export type Liability = RecordOf<typeof liability>;
