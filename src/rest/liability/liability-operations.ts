import { liability } from '../../domain/liability/liability-record.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { thinTransactionSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { listTaxLinesOperation, listTransactionsOperation } from '../transactions/transaction-operations.ts';
import { liabilityCsv } from './liability-columns.ts';

export const getLiabilityOperation: Operation = {
  id: 'getLiability',
  tag: 'Liability',
  summary: 'Read the tax owed in a period',
  description:
    'Sums of the invoices less the refunds of a period, each in the period that reports it, by place, tax code and more. Cancelled documents, estimates and orders never count. Amounts in different currencies are in different rows. `transactionsPath` of a row lists its documents.',
  responses: { 200: { description: 'What is owed.', schema: responseOf(liability) } },
  columns: liabilityCsv.columns,
  problems: ['COUNTRY_NOT_COVERED', 'STILL_COUNTING'],
  examples: {
    minnesota: {
      summary: 'A month of Minnesota by jurisdiction',
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
    document: `query ($period: PeriodInput!, $country: CountryCode, $state: String, $subsidiary: String, $source: String, $groupBy: [LiabilityGroup!]) { liability(period: $period, country: $country, state: $state, subsidiary: $subsidiary, source: $source, groupBy: $groupBy) { ${recordSelection(liability)} } }`,
    at: 'liability',
  },
};

const ofRow = { period: '2026-06', country: 'US', state: 'MN', reason: 'TAXED' };

export const listLiabilityTransactionsOperation: Operation = {
  ...listTransactionsOperation,
  id: 'listLiabilityTransactions',
  tag: 'Liability',
  summary: 'List the documents behind a row of liability',
  description:
    'The invoices and refunds that the row counts: `transactionsPath` of a row leads here. Documents are listed under the period and the place that report them. Newest first, in the thin form unless `detailed` is true.',
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
  summary: 'List the tax lines of the documents behind a row of liability',
  description:
    'One record per line and jurisdiction of the documents that the row counts, newest document first. A line that no jurisdiction taxes has one record, without `jurisdiction`. The amounts of a refund are what it returns.',
  examples: { row: { summary: 'Those of a month of Minnesota', query: ofRow, status: 200 } },
};
