import { z } from 'zod';
import type { CustomerType } from '../../tax/model/assessment.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import { amountInput } from '../base/amount.ts';
import { type Issue, invalidInput } from '../base/errors.ts';
import { boundedText, sourceInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { type EnumerationValue, enumeration, namesOf } from '../base/record.ts';
import {
  type AskedPeriod,
  periodText,
  type ReportPeriod,
  readPeriodText,
  readReportPeriod,
} from '../base/report-period.ts';
import { valueKinds } from '../base/value-kinds.ts';
import { formatNames } from '../base/words.ts';
import { type ExemptionReason, exemptionReason } from '../exemptions/exemption-reason.ts';
import { euCode } from '../places/eu-code.ts';
import { quotedPlace, readPlaceFilter } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import {
  type ExclusionReason,
  exclusionReason,
  type TransactionType,
  taxReason,
  transactionType,
} from '../transactions/transaction-enums.ts';
import type { CountedDocuments } from '../transactions/transaction-list.ts';
import type { LiabilityGroup } from './liability-group.ts';
import { everyPart, marketplaceFilter } from './liability-query.ts';

const countedReason = enumeration('CountedExemptionReason', 'The reason on the certificate for a line, or `NONE`.', {
  ...exemptionReason.values,
  NONE: 'The line has no certificate, or its certificate has no reason.',
});

/** The labels of a liability row, as named in REST and GraphQL. */
export const countedFields = input(
  'CountedDocumentsInput',
  'The documents counted in a liability row: invoices and refunds in force that are reported in one period and have a line with all of these labels.',
  {
    state: z.string().max(100).optional().meta({
      description:
        'Only documents taxed in this US state or region, by code or name; empty for documents without a state.',
    }),
    jurisdictionId: boundedText(1, 256).optional().meta({
      description: 'Only documents with a tax line for this jurisdiction, by id.',
    }),
    taxCode: boundedText(0, 256).optional().meta({
      description: 'Only documents with a tax line for this tax code; empty for lines without a tax code.',
    }),
    reason: choiceInput(taxReason).optional().meta({ description: 'Only documents with a tax line for this reason.' }),
    rate: amountInput.optional().meta({ description: 'Only documents with a tax line at this rate.', type: 'number' }),
    exemptionReason: choiceInput(countedReason).optional().meta({
      description: 'Only documents with a line whose certificate has this reason; `NONE` for lines without a reason.',
    }),
    transactionType: choiceInput(transactionType).optional().meta({ description: 'Only documents of this type.' }),
    currency: boundedText(1, 256)
      .register(valueKinds, { kind: 'currency' })
      .optional()
      .meta({ description: 'Only documents in this currency.' }),
    subsidiary: z
      .string()
      .max(256)
      .optional()
      .meta({ description: 'Only documents of this subsidiary; empty for documents without a subsidiary.' }),
    source: sourceInput.optional().meta({ description: 'Only documents of this store or channel.' }),
    marketplace: marketplaceFilter
      .optional()
      .meta({ description: 'Only documents that name this marketplace; empty for documents without a marketplace.' }),
    byTaxDate: z.boolean().optional().meta({
      description:
        'Whether the period selects documents by tax date, as for nexus. Default: false, by the day on which they are reported.',
    }),
    excludedSales: z.array(choiceInput(exclusionReason)).max(namesOf(exclusionReason).length).optional().meta({
      description:
        'Excludes documents whose sales in the place all fall under these reasons, as for nexus. `EXEMPT` excludes no document, because invoices count as a whole.',
    }),
  },
);

/** The labels of a liability row, as submitted. */
type AskedCounted = AskedPeriod & {
  /** One or more countries; a match with any of them is enough. */
  readonly country?: readonly string[] | null;
  /** Empty for documents without a state. */
  readonly state?: string | null;
  readonly jurisdictionId?: string | null;
  readonly taxCode?: string | null;
  readonly reason?: TaxReason | null;
  /** An exact decimal. */
  readonly rate?: string | null;
  /** `NONE` for lines without a certificate, or whose certificate has no reason. */
  readonly exemptionReason?: EnumerationValue<typeof countedReason> | null;
  readonly transactionType?: TransactionType | null;
  readonly currency?: string | null;
  /** Empty for documents without a subsidiary. */
  readonly subsidiary?: string | null;
  readonly source?: string | null;
  /** Empty for documents without a marketplace. */
  readonly marketplace?: string | null;
  readonly customerId?: string | null;
  readonly customerType?: readonly CustomerType[] | null;
  readonly byTaxDate?: boolean | null;
  readonly excludedSales?: readonly ExclusionReason[] | null;
};

/** The labels of a report row. A label is null if rows are not grouped by it, or if the documents do not have it. */
type RowLabels = {
  readonly country: string | null;
  readonly state: string | null;
  readonly jurisdiction: { readonly id: string } | null;
  readonly taxCode: string | null;
  readonly reason: TaxReason | null;
  readonly rate: string | null;
  readonly exemptionReason: ExemptionReason | null;
  readonly transactionType: TransactionType | null;
  readonly currency: string;
  readonly subsidiary: string | null;
  readonly source: string | null;
  readonly marketplace: string | null;
  readonly customerId: string | null;
  readonly month: string | null;
  readonly reportedOn: string | null;
};

/** The documents counted in a report. */
export type CountedWithin = ReportPeriod & {
  readonly country: string | null;
  readonly state: string | null;
  readonly subsidiary?: string | null;
  readonly source?: string | null;
  readonly marketplace?: string | null;
  readonly groupedBy: ReadonlySet<LiabilityGroup>;
};

/** All documents included in the liability for a period. */
export function allDocuments({ from, to }: ReportPeriod): CountedDocuments {
  return {
    from,
    to,
    countries: null,
    state: null,
    jurisdictionId: null,
    taxCode: null,
    reason: null,
    rate: null,
    exemptionReason: null,
    transactionType: null,
    currency: null,
    ...everyPart,
    customerId: null,
    customerTypes: null,
    byTaxDate: null,
    excludedSales: null,
  };
}

/** The documents behind a report row. */
export function documentsOfRow(
  row: RowLabels,
  { from, to, country, state, subsidiary = null, source = null, marketplace = null, groupedBy }: CountedWithin,
): CountedDocuments {
  const month = row.month === null ? null : readPeriodText(row.month);
  const first = month && month.from > from ? month.from : from;
  const last = month && month.to < to ? month.to : to;
  const ofCountry = row.country ?? country;
  return {
    from: row.reportedOn ?? first,
    to: row.reportedOn ?? last,
    countries: ofCountry === null ? null : [ofCountry],
    state: row.state ?? (groupedBy.has('STATE') ? '' : state),
    jurisdictionId: row.jurisdiction?.id ?? null,
    taxCode: row.taxCode,
    reason: row.reason,
    rate: row.rate,
    exemptionReason: row.exemptionReason ?? (groupedBy.has('EXEMPTION_REASON') ? 'NONE' : null),
    transactionType: row.transactionType,
    currency: row.currency,
    subsidiary: row.subsidiary ?? (groupedBy.has('SUBSIDIARY') ? '' : subsidiary),
    source: row.source ?? source,
    marketplace: row.marketplace ?? (groupedBy.has('MARKETPLACE') ? '' : marketplace),
    customerId: row.customerId,
    customerTypes: null,
    byTaxDate: null,
    excludedSales: null,
  };
}

/** The REST path that lists these documents. */
export function pathOfDocuments({ from, to, countries, excludedSales, ...labels }: CountedDocuments): string {
  const period = periodText({ from, to });
  const query = new URLSearchParams(period.includes('..') ? { from, to } : { period });
  if (countries !== null) query.set('country', countries.join(','));
  for (const [name, value] of Object.entries(labels)) if (value !== null) query.set(name, String(value));
  if (excludedSales !== null && excludedSales.length > 0) query.set('excludedSales', excludedSales.join(','));
  return `/v1/liability/transactions?${query.toString().replaceAll('%2C', ',')}`;
}

/** Throws `INVALID_INPUT` with all issues. */
export function readCounted(matcher: AddressMatcher, asked: AskedCounted): CountedDocuments {
  const { country, state } = asked;
  const { period, issues: periodIssues } = readReportPeriod(asked);
  const countries = country?.map((one) => (one === euCode ? euCode : matcher.findCountry(one))) ?? null;
  const isOfOne = country == null || country.length === 1;
  const { place, issues: placeIssues } =
    state && isOfOne ? readPlaceFilter(matcher, { country: country?.[0], state }) : { place: {}, issues: [] };
  const issues: Issue[] = [...periodIssues, ...placeIssues];
  if (placeIssues.length === 0) issues.push(...countryIssues(country, countries));
  if (state && !isOfOne) {
    issues.push({ path: ['state'], code: 'INVALID_VALUE', message: 'state can be combined with at most one country.' });
  }
  if (issues.length > 0 || period === null) throw invalidInput(issues);
  return {
    ...period,
    countries: countries?.filter((one) => one !== null) ?? (place.country === undefined ? null : [place.country]),
    state: state === '' ? '' : (place.state ?? null),
    jurisdictionId: asked.jurisdictionId ?? null,
    taxCode: asked.taxCode ?? null,
    reason: asked.reason ?? null,
    rate: asked.rate ?? null,
    exemptionReason: asked.exemptionReason ?? null,
    transactionType: asked.transactionType ?? null,
    currency: asked.currency ?? null,
    subsidiary: asked.subsidiary ?? null,
    source: asked.source ?? null,
    marketplace: asked.marketplace ?? null,
    customerId: asked.customerId ?? null,
    customerTypes: asked.customerType ?? null,
    byTaxDate: asked.byTaxDate || null,
    excludedSales: asked.excludedSales ?? null,
  };
}

/** More than any realistic query needs. */
const mostCountries = 50;

function countryIssues(
  asked: readonly string[] | null | undefined,
  countries: readonly (string | null)[] | null,
): Issue[] {
  if (asked == null || countries === null) return [];
  if (countries.length > mostCountries) {
    return [{ path: ['country'], code: 'TOO_LONG', message: `country may list at most ${mostCountries} countries.` }];
  }
  const unknown = asked.filter((_, index) => countries[index] === null);
  if (unknown.length === 0) return [];
  const names = formatNames(unknown.map(quotedPlace), 'or');
  return [{ path: ['country'], code: 'UNKNOWN_VALUE', message: `Unknown country: ${names}. Send a code or name.` }];
}
