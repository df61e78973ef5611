import { citedSources } from '../base/citation.ts';
import { notice } from '../base/notice.ts';
import { type EnumerationValue, field, type RecordOf, record, states } from '../base/record.ts';
import { periodText, type ReportPeriod } from '../base/report-period.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';
import { appliedExchangeRate } from '../exchange-rates/exchange-rate.ts';
import type { LiabilityGroup } from '../liability/liability-group.ts';
import { type LiabilityRow, liabilityRow, shownRow } from '../liability/liability-record.ts';
import { filingFrequency, type RegistrationScheme, registrationScheme } from '../nexus/nexus-record.ts';
import { placeCode, stateCode } from '../places/place-code.ts';
import { shopFigures } from './one-stop-shop/shop-record.ts';
import { returnPayment } from './payment/return-payment.ts';

/** The identity of a return. It covers the documents reported in the period, regardless of their tax date. */
export type TaxReturnKey = ReportPeriod & {
  readonly country: string;
  /** US state or region; null for the whole country. */
  readonly state: string | null;
  readonly scheme: RegistrationScheme;
};

/** Only a draft leaves its period open. */
export const taxReturnStatus = states(
  'TaxReturnStatus',
  'Whether a return is filed, and whether its period is closed.',
  {
    DRAFT: 'Not filed, or reopened: the figures follow the documents.',
    FILING: 'Being filed: the period is closed. If filing failed, file the return again, or reopen the return.',
    FILED: 'Filed: the figures are frozen as of the filing date.',
    AMENDED: 'Filed again after reopening.',
    REOPENING: 'Being reopened: the period is still closed. If reopening failed, reopen the return again.',
  },
);
export type TaxReturnStatus = EnumerationValue<typeof taxReturnStatus>;

/** The return to which a filing belongs. */
type FilingOf = { readonly of: TaxReturnKey & { readonly serviceId: string } };

export const taxReturnFiling = record('TaxReturnFiling', 'One filing of a tax return. It never changes.', {
  number: field.count('Number of the filing, from 1. Each later filing is an amendment.'),
  filedAt: field.instant('When the return was filed.'),
  filedBy: field.optional(field.text('The client that filed the return.'), 'if an operator filed the return'),
  referenceNumber: field.optional(field.text('Reference number assigned by the authority.'), 'if not provided'),
  amountPaid: field.optional(
    field.amount('Amount paid for this filing; negative for a credit.', { unit: 'In `paidCurrency`.' }),
    'if not provided',
  ),
  paidCurrency: field.optional(field.currency('ISO 4217 currency code of `amountPaid`.'), 'if no amount was provided'),
  transactionCount: field.count('Number of documents in the return.'),
  receipt: field.optional(
    field.text(
      'Proof of the filing: a compact JWS over the digests of its figures, payment and documents and the version of the rate book, signed with the gateway’s key. `verifyReceipt` checks it.',
    ),
    'for filings made with releases before 0.2.0, which stored no digests',
  ),
  path: field.derived(
    field.text('Path to the filing with its figures.', { only: 'REST' }),
    ({ of, number }: FilingOf & { readonly number: number }) => `${taxReturnPath(of)}/filings/${number}`,
  ),
  payment: field.optional(
    field.part(
      returnPayment,
      'The amount payable on the day of filing, with prepayments and the discount, as on the form. Later changes to rules and settings do not affect it. For an amendment, the tax less prepayments, the amounts paid with earlier filings and the discount of the last filing on time, at most the discount on the amended tax.',
    ),
    'without a form for the place, and for filings by releases before 0.2.0, which did not keep it',
  ),
});
export type TaxReturnFiling = RecordOf<typeof taxReturnFiling>;

export const changedTransactionsText =
  'Invoices and refunds that were stored, recalculated or cancelled after the filing, newest first unless sorted otherwise. Their tax date is in the period, and their own addresses are taxed in the place of the return. Filing and reopening do not count as changes.';

export const taxReturnFigures = record('TaxReturnFigures', 'The figures of a tax return, minus refunds.', {
  totals: field.list(liabilityRow, 2, 'One row per currency.'),
  jurisdictions: field.list(
    liabilityRow,
    100,
    'One row per jurisdiction and currency. A sale counts in each of its jurisdictions.',
  ),
  oneStopShop: field.absent(
    field.part(shopFigures, 'The figures of a one-stop-shop return, which has no other rows.'),
    'for any other return',
  ),
  exchangeRates: field.list(
    appliedExchangeRate,
    31,
    'Exchange rates used for the amounts in the reporting currency, one per day and currency. Filed figures keep these rates; a difference has no rates.',
  ),
  notices: field.list(
    notice,
    1,
    'Notices about the figures, such as `EXCHANGE_RATE_MISSING`, or `STILL_COUNTING` while the figures are incomplete after an upgrade.',
  ),
});
export type ShownTaxReturnFigures = RecordOf<typeof taxReturnFigures>;
/** The figures as added up, and as stored after filing. */
export type TaxReturnFigures = Omit<ShownTaxReturnFigures, 'totals' | 'jurisdictions'> & {
  readonly totals: readonly LiabilityRow[];
  readonly jurisdictions: readonly LiabilityRow[];
};

/** Figures with the fields needed to find their documents. */
export function shownFigures(
  { totals, jurisdictions, ...others }: TaxReturnFigures,
  { country, state, from, to }: TaxReturnKey,
): ShownTaxReturnFigures {
  const rowsOf = (rows: readonly LiabilityRow[], groups: readonly LiabilityGroup[]) =>
    rows.map((row) => shownRow(row, { country, state, from, to, groupedBy: new Set(groups) }));
  return { totals: rowsOf(totals, []), jurisdictions: rowsOf(jurisdictions, ['JURISDICTION']), ...others };
}

const { totals, oneStopShop, notices } = taxReturnFigures.fields;

const filedTotals = record('TaxReturnTotals', 'The figures of a filing, without its rows by jurisdiction.', {
  totals,
  oneStopShop,
  notices,
});
/** The totals as stored, without the rows by jurisdiction, which are long. */
export type FiledTotals = Omit<TaxReturnFigures, 'jurisdictions' | 'exchangeRates'>;

const filingWithTotals = record('TaxReturnFilingWithTotals', 'One filing of a tax return, with its totals.', {
  ...taxReturnFiling.fields,
  figures: field.part(filedTotals, 'The figures as filed, without rows by jurisdiction.'),
});
export type FilingWithTotals = RecordOf<typeof filingWithTotals>;

export const filingWithFigures = record('TaxReturnFilingWithFigures', 'One filing of a tax return, with its figures.', {
  ...taxReturnFiling.fields,
  figures: field.part(taxReturnFigures, 'The figures as filed.'),
  difference: field.optional(
    field.part(taxReturnFigures, 'These figures minus the figures of the previous filing.'),
    'for the first filing',
  ),
  differenceToFirst: field.optional(
    field.part(taxReturnFigures, 'These figures minus the figures of the first filing.'),
    'for the first filing',
  ),
});
export type FilingFigures = Pick<RecordOf<typeof filingWithFigures>, 'figures' | 'difference' | 'differenceToFirst'>;

/** `stored` is null until the return is first filed. */
type Stored = {
  readonly stored: {
    readonly serviceId: string;
    readonly internalTimestamps: InternalTimestamps;
    readonly version: number;
  } | null;
};

export const taxReturn = record(
  'TaxReturn',
  'A tax return for a US state, a country or a region, for one period. A draft follows its documents; a filed return is frozen.',
  {
    serviceId: field.derived(
      field.optional(field.uuid('Id that this service assigned to the return.'), 'before the first filing'),
      ({ stored }: Stored) => stored?.serviceId ?? null,
    ),
    scheme: field.choice(registrationScheme, 'The scheme under which the return is filed.'),
    place: field.derived(
      field.text('ISO 3166 code of the place in which the return is filed.', { examples: ['US-MN'] }),
      placeCode as (key: TaxReturnKey) => string,
    ),
    country: field.country('Country in which the return is filed.'),
    state: field.derived(
      field.optional(
        field.text('US state or region, as in an address.', { examples: ['MN'] }),
        'for the whole country',
      ),
      stateCode as (key: TaxReturnKey) => string | null,
    ),
    period: field.derived(
      field.text('The period in short form: a month, quarter, half-year or year, or a range of days.', {
        examples: ['2026-06'],
      }),
      periodText,
    ),
    from: field.derived(field.day('First day of the period.'), ({ from }: ReportPeriod) => from),
    to: field.derived(field.day('Last day of the period.'), ({ to }: ReportPeriod) => to),
    status: field.choice(taxReturnStatus, 'Whether the return is filed.'),
    reopeningReason: field.optional(field.text('Reason for the last reopening.'), 'before the first reopening'),
    filings: field.list(taxReturnFiling, 2, 'Filings of the return, oldest first.'),
    path: field.derived(field.text('Path to the return.', { only: 'REST' }), taxReturnPath),
    transactionsPath: field.derived(
      field.text('Path to the list of documents in the return.', { only: 'REST' }),
      (key: TaxReturnKey) => `${taxReturnPath(key)}/transactions`,
    ),
    createdAt: field.derived(
      field.optional(field.instant('When the return was first filed.'), 'before the first filing'),
      ({ stored }: Stored) => stored?.internalTimestamps.createdDate ?? null,
    ),
    updatedAt: field.derived(
      field.optional(field.instant('When the return last changed.'), 'before the first filing'),
      ({ stored }: Stored) => stored?.internalTimestamps.updatedDate ?? null,
    ),
    version: field.derived(
      field.count('The number of changes to the return; 0 before the first filing.'),
      ({ stored }: Stored) => stored?.version ?? 0,
    ),
  },
);
/** A return as shown. A return that was never filed has no stored record. */
export type TaxReturn = RecordOf<typeof taxReturn>;

const reportedLaterCount = field.count(
  'Number of documents with a tax date in the period that are reported in a later return, because they were stored after this return was filed. To include them in an amendment, reopen this return and send the documents again with `reporting: OWN_PERIOD`.',
);

/** A return in a REST list, whose filings have their totals, to compare the tax charged with the amounts paid. */
export const listedTaxReturn = record('ListedTaxReturn', taxReturn.description, {
  ...taxReturn.fields,
  filings: field.list(filingWithTotals, 2, taxReturn.fields.filings.description),
});
export type ListedTaxReturn = RecordOf<typeof listedTaxReturn>;

/** A reopened return, with the number of documents from its period that are reported in later returns. */
export const reopenedTaxReturn = record('ReopenedTaxReturn', 'A tax return that was reopened.', {
  ...taxReturn.fields,
  reportedLaterCount,
});
export type ReopenedTaxReturn = TaxReturn & Pick<RecordOf<typeof reopenedTaxReturn>, 'reportedLaterCount'>;

export const taxReturnWithFigures = record(
  'TaxReturnWithFigures',
  'A tax return for a place and period, with its figures.',
  {
    ...taxReturn.fields,
    figures: field.part(taxReturnFigures, 'The filed figures, or the current figures of a draft.'),
    difference: field.optional(
      field.part(taxReturnFigures, 'Current figures minus the figures of the previous filing.'),
      'without a previous filing',
    ),
    reportedLaterCount,
  },
);

/** The REST path of a return, with the shortest spelling of its key. */
export function taxReturnPath(key: TaxReturnKey): string {
  const scheme = key.scheme === 'STANDARD' ? '' : `/scheme/${key.scheme}`;
  return `/v1/returns${scheme}/place/${placeCode(key)}/period/${periodText(key)}`;
}

export const dueAmount = record('DueAmount', 'Figures of a due return in one currency, minus refunds.', {
  currency: field.currency('ISO 4217 currency of the documents.'),
  taxAmount: field.amount('Current tax on the documents.', { unit: 'In `currency`.' }),
  transactionCount: field.count(
    'Number of documents. A document with items in several places counts in the return for each place.',
  ),
});
export type DueAmount = RecordOf<typeof dueAmount>;

export const dueTaxReturn = record('DueTaxReturn', 'A tax return due under a registration.', {
  dueOn: field.optional(
    field.day(
      'Due date, set by law or by the registration. In the US, a due date on a weekend moves to Monday. Holidays, and weekends elsewhere, are ignored.',
    ),
    'if unknown; set `filingDueDay` of the registration',
  ),
  frequency: field.choice(filingFrequency, 'Filing frequency of the registration.'),
  sources: citedSources('Source of the due date; empty if it is set in the registration.'),
  amounts: field.list(dueAmount, 1, 'Current figures, one entry per currency; empty without documents.'),
  notices: field.list(
    notice,
    1,
    'Notices about the amounts: `STILL_COUNTING` while the amounts are incomplete after an upgrade.',
  ),
  taxReturn: field.part(taxReturn, 'The return. It is a draft, unless filing or reopening failed halfway.'),
});
export type DueTaxReturn = RecordOf<typeof dueTaxReturn>;
