import { liabilityRow, type ShownLiabilityRow } from '../../domain/liability/liability-record.ts';
import { csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';

/** Fields without a column: the row already has the place, and sums of documents have no jurisdiction codes. */
export const partsUnknown = [
  'jurisdictionCountry',
  'jurisdictionState',
  'jurisdictionCode',
  'jurisdictionTaxName',
  'jurisdictionFips',
];

/** Amounts are exact decimals, written as text. */
export const liabilityCsv = csvForm<ShownLiabilityRow>([
  ...recordColumns(liabilityRow, {
    flat: ['key', 'amounts'],
    without: ['reportingAmounts', 'transactionsPath', ...partsUnknown],
  }),
  {
    name: 'exemptAmounts',
    description: 'Exempt amount by reason, such as `CUSTOMER_EXEMPT 20; HOLIDAY 10`.',
    value: ({ exemptAmounts }) => exemptAmounts.map(({ reason, amount }) => `${reason} ${amount}`).join('; '),
  },
  ...recordColumns(liabilityRow, { only: ['reportingAmounts'], flat: ['reportingAmounts'] }).map((column) => ({
    ...column,
    name: `reporting${column.name[0]?.toUpperCase()}${column.name.slice(1)}`,
  })),
]);
