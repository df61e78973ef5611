import type { LiabilityRow } from '../../domain/liability/liability.ts';
import { liabilityLabels, liabilityMeasures } from '../../domain/liability/liability-descriptions.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';

type Named = Exclude<keyof LiabilityRow, 'jurisdiction' | 'exemptAmounts'>;

const label = (name: Exclude<keyof typeof liabilityLabels, 'jurisdiction'>): CsvColumn<LiabilityRow> => {
  return { name, description: liabilityLabels[name], value: (row) => row[name] };
};
const measure = (name: keyof typeof liabilityMeasures & Named): CsvColumn<LiabilityRow> => {
  return { name, description: liabilityMeasures[name], value: (row) => row[name] };
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
  label('transactionType'),
  label('subsidiary'),
  label('month'),
  { name: 'currency', description: 'Currency of all amounts of the row.', value: ({ currency }) => currency },
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
];

/** Amounts are exact decimals, as text. */
export const liabilityCsv = csvForm(columns);
