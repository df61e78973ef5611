import { notice } from '../base/notice.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import { type InternalTimestamps, internalTimestamps } from '../base/timestamps.ts';
import { appliedExchangeRate } from '../exchange-rates/applied-exchange-rate.ts';
import { liabilityRow } from '../liability/liability-record.ts';
import { filingFrequency } from '../nexus/filing-frequency.ts';

/** What identifies a return. Its documents are those that the period reports, whatever their tax date. */
export type ReturnName = ReportPeriod & {
  readonly country: string;
  /** US state or region; null for the whole country. */
  readonly state: string | null;
};

/** Only a draft leaves its period open. */
const returnStatus = enumeration('ReturnStatus', 'Whether a return is filed, and whether its period is closed.', {
  DRAFT: 'Not filed, or reopened: the figures follow the documents.',
  FILING: 'Being filed: the period is closed. If filing failed, file it again, or reopen it.',
  FILED: 'Filed: the figures are those of the day it was filed.',
  AMENDED: 'Filed again after it was reopened.',
  REOPENING: 'Being reopened: the period is still closed. If reopening failed, reopen it again.',
});
export type ReturnStatus = EnumerationValue<typeof returnStatus>;

export const returnFiling = record('ReturnFiling', 'One filing of a return. It never changes.', {
  number: field.count('The number of the filing, from 1. Each later one is an amendment.'),
  filedAt: field.instant('When it was filed.'),
  filedBy: field.optional(field.text('The client that filed it.'), 'if an operator did'),
  referenceNumber: field.optional(field.text('What the authority calls the filing.'), 'if none was given'),
  amountPaid: field.optional(
    field.amount('What was paid for this filing; negative for a credit.', { unit: 'In `paidCurrency`.' }),
    'if none was given',
  ),
  paidCurrency: field.optional(field.currency('ISO 4217 currency of the amount paid.'), 'without one'),
  documentCount: field.count('Number of documents in the return.'),
});
export type ReturnFiling = RecordOf<typeof returnFiling>;

export const returnFigures = record('ReturnFigures', 'The figures of a return. Refunds are subtracted.', {
  totals: field.list(liabilityRow, 2, 'One row for each currency.'),
  jurisdictions: field.list(
    liabilityRow,
    100,
    'One row for each jurisdiction and currency. A sale counts in each that it was assessed in.',
  ),
  exchangeRates: field.list(
    appliedExchangeRate,
    31,
    'The rates of the amounts in the reporting currency, one for each day and currency that they convert. Filed figures keep them; a difference has none.',
  ),
  notices: field.list(notice, 1, 'Remarks on the figures, such as `EXCHANGE_RATE_MISSING`.'),
});
export type ReturnFigures = RecordOf<typeof returnFigures>;

/** Of a return that was filed at least once. */
type Stored = {
  readonly stored: {
    readonly serviceId: string;
    readonly internalTimestamps: InternalTimestamps;
    readonly version: number;
  } | null;
};

export const taxReturn = record(
  'Return',
  'A tax return of a US state, a country or a region for a period. A draft follows its documents; once filed, its figures do not change.',
  {
    serviceId: field.derived(
      field.optional(field.uuid('Id that this service assigned to the return.'), 'if it was never filed'),
      ({ stored }: Stored) => stored?.serviceId ?? null,
    ),
    country: field.country('Country that the return is filed in.'),
    state: field.optional(field.text('US state or region.', { examples: ['MN'] }), 'for the whole country'),
    from: field.derived(field.day('First day of the period.'), ({ from }: ReportPeriod) => from),
    to: field.derived(field.day('Last day of the period.'), ({ to }: ReportPeriod) => to),
    status: field.choice(returnStatus, 'Whether it is filed.'),
    reopenedBecause: field.optional(field.text('Reason for which it was last reopened.'), 'if it never was'),
    filings: field.list(returnFiling, 2, 'Each time it was filed, oldest first.'),
    transactionsPath: field.derived(
      field.text('Path of the list of its documents.', { only: 'REST' }),
      transactionsPath,
    ),
    internalTimestamps: field.derived(
      field.optional(
        field.part(internalTimestamps, 'When the return was first filed and last changed.'),
        'if it was never filed',
      ),
      ({ stored }: Stored) => stored?.internalTimestamps ?? null,
    ),
    version: field.derived(
      field.count('The number of changes to the return; 0 if it was never filed.'),
      ({ stored }: Stored) => stored?.version ?? 0,
    ),
  },
);
/** A return as it is shown: one that was never filed has no stored record. */
export type Return = RecordOf<typeof taxReturn>;

export const returnWithFigures = record('ReturnWithFigures', 'A return of a place and period, with its figures.', {
  ...taxReturn.fields,
  figures: field.part(
    returnFigures,
    'The filed figures, or those of a draft, worked out from the documents as they are now.',
  ),
  difference: field.optional(
    field.part(returnFigures, 'Current figures minus the figures last filed.'),
    'if it was filed at most once',
  ),
});

function transactionsPath({ country: of, state, from, to }: ReturnName): string {
  const query = new URLSearchParams({ counted: 'true', from, to, country: of });
  if (state !== null) query.set('state', state);
  return `/v1/transactions?${query}`;
}

export const dueReturn = record('DueReturn', 'A return due under a registration.', {
  dueOn: field.optional(
    field.day(
      'Day on which the return is due by the law or the registration; a weekend or holiday moves it to the next business day.',
    ),
    'if it is not known: set `filingDueDay` of the registration',
  ),
  frequency: field.choice(filingFrequency, 'How often the registration files returns.'),
  source: field.optional(field.text('Where the day comes from.'), 'for a day of the registration’s own'),
  return: field.part(taxReturn, 'The return: a draft, unless filing it failed halfway.'),
});
export type DueReturn = RecordOf<typeof dueReturn>;
