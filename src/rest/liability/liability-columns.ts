import type { LiabilityRow, ReportingAmounts } from '../../domain/liability/liability.ts';
import { liabilityLabels, liabilityMeasures } from '../../domain/liability/liability-descriptions.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';

type Named = Exclude<keyof LiabilityRow, 'jurisdiction' | 'exemptAmounts' | 'reporting'>;

const label = (name: Exclude<keyof typeof liabilityLabels, 'jurisdiction'>): CsvColumn<LiabilityRow> => {
  return { name, description: liabilityLabels[name], value: (row) => row[name] ?? null };
};
const measure = (name: keyof typeof liabilityMeasures & Named): CsvColumn<LiabilityRow> => {
  return { name, description: liabilityMeasures[name], value: (row) => row[name] };
};

/** Amounts in the reporting currency; empty without one, or without a rate. */
const reported = (name: keyof typeof liabilityMeasures & keyof ReportingAmounts): CsvColumn<LiabilityRow> => {
  const column = `reporting${name[0]!.toUpperCase()}${name.slice(1)}`;
  const description = `In the reporting currency: ${liabilityMeasures[name]}`;
  return { name: column, description, value: ({ reporting }) => reporting?.[name] ?? null };
};

const columns: readonly CsvColumn<LiabilityRow>[] = [
  label('country'),
  label('state'),
  {
    name: 'jurisdictionId',
    description: 'Id of the jurisdiction.',
    value: ({ jurisdiction }) => jurisdiction?.id ?? null,
  },
  { name: 'jurisdictionLevel', description: 'Its level.', value: ({ jurisdiction }) => jurisdiction?.level ?? null },
  { name: 'jurisdictionName', description: 'Its name.', value: ({ jurisdiction }) => jurisdiction?.name ?? null },
  label('taxCode'),
  label('reason'),
  label('rate'),
  label('transactionType'),
  label('subsidiary'),
  label('month'),
  {
    name: 'currency',
    description: 'Currency of the amounts of the row that are not in the reporting currency.',
    value: ({ currency }) => currency,
  },
  measure('grossSalesAmount'),
  measure('taxableAmount'),
  measure('exemptAmount'),
  {
    name: 'exemptAmounts',
    description: 'The exempt amount by reason, such as CUSTOMER_EXEMPT 20; HOLIDAY 10.',
    value: ({ exemptAmounts }) => exemptAmounts.map(({ reason, amount }) => `${reason} ${amount}`).join('; '),
  },
  measure('nonTaxableAmount'),
  measure('uncollectedAmount'),
  measure('taxAmount'),
  measure('feeAmount'),
  measure('marketplaceSalesAmount'),
  measure('refundsAmount'),
  measure('documentCount'),
  {
    name: 'reportingCurrency',
    description: 'Reporting currency of the account; empty without one, or if a day has no exchange rate.',
    value: ({ reporting }) => reporting?.currency ?? null,
  },
  reported('grossSalesAmount'),
  reported('taxableAmount'),
  reported('exemptAmount'),
  reported('nonTaxableAmount'),
  reported('uncollectedAmount'),
  reported('taxAmount'),
  reported('feeAmount'),
  reported('marketplaceSalesAmount'),
  reported('refundsAmount'),
];

/** Amounts are exact decimals, as text. */
export const liabilityCsv = csvForm(columns);
