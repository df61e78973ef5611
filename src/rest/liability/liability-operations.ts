import { inMinorUnits } from '../../domain/base/currency.ts';
import { liability, liabilityRow, type ShownLiabilityRow } from '../../domain/liability/liability-record.ts';
import { csvForm } from '../http/list-format.ts';
import type { Operation } from '../http/operation.ts';
import { recordColumns } from '../http/record-columns.ts';
import { responseOf } from '../http/record-response.ts';
import { thinTransactionSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { listTaxLinesOperation, listTransactionsOperation } from '../transactions/transaction-operations.ts';

/** Fields without a column: the row already has the place, and sums of documents have no jurisdiction codes. */
export const partsUnknown = [
  'jurisdictionCountry',
  'jurisdictionState',
  'jurisdictionCode',
  'jurisdictionTaxName',
  'jurisdictionFips',
];

export const liabilityCsv = csvForm<ShownLiabilityRow>([
  ...recordColumns(liabilityRow, {
    flat: ['key', 'amounts'],
    without: ['reportingAmounts', 'transactionsPath', ...partsUnknown],
  }),
  {
    name: 'exemptAmounts',
    description: 'Exempt amount by reason, such as `CUSTOMER_EXEMPT 20.00; HOLIDAY 10.00`.',
    value: ({ exemptAmounts, currency }) =>
      exemptAmounts.map(({ reason, amount }) => `${reason} ${inMinorUnits(currency, amount)}`).join('; '),
  },
  ...recordColumns(liabilityRow, { only: ['reportingAmounts'], flat: ['reportingAmounts'] }).map((column) => ({
    ...column,
    name: `reporting${column.name[0]?.toUpperCase()}${column.name.slice(1)}`,
  })),
]);

export const getLiabilityOperation: Operation = {
  id: 'getLiability',
  tag: 'Liability',
  summary: 'Read the tax owed in a period',
  description:
    'Invoices less refunds, each in its reporting period, by place, tax code and more. Excludes cancelled documents, estimates and orders. Each currency has its own rows. `transactionsPath` of a row lists its documents.',
  responses: { 200: { description: 'Tax owed.', schema: responseOf(liability) } },
  columns: liabilityCsv.columns,
  problems: ['COUNTRY_NOT_COVERED', 'STILL_COUNTING'],
  examples: {
    minnesota: {
      summary: 'A month in Minnesota by jurisdiction',
      query: { period: '2026-06', state: 'MN', groupBy: 'JURISDICTION' },
      status: 200,
    },
    places: {
      summary: 'A quarter by country and state',
      query: { period: '2026-Q2' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($period: PeriodInput!, $country: CountryCode, $state: String, $subsidiary: String, $source: String, $marketplace: String, $groupBy: [LiabilityGroup!]) { liability(period: $period, country: $country, state: $state, subsidiary: $subsidiary, source: $source, marketplace: $marketplace, groupBy: $groupBy) { ${recordSelection(liability)} } }`,
    at: 'liability',
  },
};

const ofRow = { period: '2026-06', country: 'US', state: 'MN', reason: 'TAXED' };

export const listLiabilityTransactionsOperation: Operation = {
  ...listTransactionsOperation,
  id: 'listLiabilityTransactions',
  tag: 'Liability',
  summary: 'List the documents in a liability row',
  description:
    'The invoices and refunds counted in a row, as linked by its `transactionsPath`, with their reporting period and place. Newest first, in the thin form unless `detailed` is true.',
  examples: {
    row: {
      summary: 'A month of taxable sales in Minnesota',
      query: { ...ofRow, limit: '1' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($counted: CountedDocumentsInput!, $first: Int, $filter: TransactionFilter) { transactions(counted: $counted, first: $first, filter: $filter) { nodes { ${thinTransactionSelection} } } }`,
    at: 'transactions.nodes',
  },
};

export const listLiabilityTaxLinesOperation: Operation = {
  ...listTaxLinesOperation,
  id: 'listLiabilityTaxLines',
  tag: 'Liability',
  summary: 'List the tax lines in a liability row',
  description:
    'One record per line and jurisdiction of the documents counted in the row, newest document first. A line that no jurisdiction taxes has one record, without `jurisdiction`. Refund records contain the refunded amounts.',
  examples: { row: { summary: 'A month in Minnesota', query: ofRow, status: 200 } },
};
