import { notice } from '../base/notice.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { periodText, type ReportPeriod } from '../base/report-period.ts';
import { allDocuments, pathOfDocuments } from '../liability/counted-documents.ts';
import { placeField, stateField } from '../places/place-fields.ts';
import type { CountedDocuments } from '../transactions/transaction-list.ts';
import { exposureStart } from './exposure-query.ts';

const exposureBasis = enumeration('ExposureBasis', 'Why the tax of a state counts as due from a certain day.', {
  THRESHOLD: 'Sales reached the threshold of the state, whose rule sets the day.',
  DECLARED: 'Nexus or a registration was declared from that day.',
  FIRST_SALE: 'The first sale of the period.',
});

const unit = 'In the currency of the entry.';

const amounts = {
  taxableAmount: field.amount('Sales that would have been taxed, less refunds.', { unit }),
  taxAmount: field.amount('Tax that was due but not collected, less refunds.', { unit }),
};

const exposedMonth = record('ExposedMonth', 'Uncollected tax in one month.', {
  month: field.text('The calendar month, such as 2026-07.', { examples: ['2026-07'] }),
  ...amounts,
});

const reportingUnit = 'In the reporting currency.';
const exposedReporting = record('ExposedReportingAmounts', 'The amounts in the reporting currency of the account.', {
  currency: field.currency('ISO 4217 code of the reporting currency of the account.'),
  taxableAmount: field.amount('Sales that would have been taxed, less refunds.', { unit: reportingUnit }),
  taxAmount: field.amount('Tax that was due but not collected, less refunds.', { unit: reportingUnit }),
});
export type ExposedReporting = RecordOf<typeof exposedReporting>;

export const exposedPlace = record('ExposedPlace', 'US state tax that was due but not collected, in one currency.', {
  country: field.country('The country of the state.'),
  place: placeField,
  state: stateField,
  name: field.text('Name of the state.'),
  basis: field.choice(exposureBasis, 'Why the tax counts as due from `collectFrom`.'),
  reachedOn: field.optional(
    field.day('First day on which sales reached the threshold of the state.'),
    'if sales did not reach the threshold, or if the basis is `FIRST_SALE`',
  ),
  collectFrom: field.day('First day on which tax on sales counts as due.'),
  currency: field.currency('ISO 4217 currency code of the amounts.'),
  ...amounts,
  transactionCount: field.count('Number of invoices and refunds with uncollected tax.'),
  months: field.list(exposedMonth, 12, 'The amounts by month, based on the reporting day of the documents.'),
  reportingAmounts: field.optional(
    field.part(
      exposedReporting,
      'The same amounts in the reporting currency, at the exchange rate of each document’s reporting day. Amounts are converted exactly, and each sum is rounded once.',
    ),
    'without a reporting currency, or if a day has no rate (see `notices`)',
  ),
  transactionsPath: field.derived(
    field.text('Path to the list of documents behind the amounts.', {
      only: 'REST',
      examples: ['/v1/liability/transactions?period=2026&country=US&state=WI&reason=NOT_COLLECTING&currency=USD'],
    }),
    (place: CountedPlace) => pathOfDocuments(documentsOfPlace(place)),
  ),
});
/** The place with the fields needed to find its documents. */
export type ExposedPlace = RecordOf<typeof exposedPlace>;
type CountedPlace = {
  readonly state: string | null;
  readonly currency: string;
  readonly collectFrom: string;
  readonly within: ReportPeriod;
};

/** Documents for the place that have a line whose tax was not collected. */
export function documentsOfPlace({ state, currency, collectFrom, within }: CountedPlace): CountedDocuments {
  const from = collectFrom > within.from ? collectFrom : within.from;
  return {
    ...allDocuments({ from, to: within.to }),
    countries: ['US'],
    state,
    reason: 'NOT_COLLECTING',
    currency,
  };
}

export const exposure = record(
  'Exposure',
  'Tax that a seller did not collect although it was due, by state: the amount due after a late registration.',
  {
    period: field.derived(
      field.text('The period in short form: a month, quarter, half-year or year, or its days.', { examples: ['2026'] }),
      periodText,
    ),
    from: field.derived(field.day('First day of the period.'), ({ from }: ReportPeriod) => from),
    to: field.derived(field.day('Last day of the period.'), ({ to }: ReportPeriod) => to),
    collectFrom: field.choice(exposureStart, 'The day from which the tax of a state counts as due.'),
    places: field.list(exposedPlace, 10, 'One entry per state and currency, ordered by code.'),
    notices: field.list(
      notice,
      3,
      'Notices about missing amounts, such as documents that are still being counted (`STILL_COUNTING`), and about uncertain dates.',
    ),
  },
);
export type Exposure = RecordOf<typeof exposure>;
