import { liability } from '../../domain/liability/liability-record.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { liabilityCsv } from './liability-columns.ts';

export const getLiabilityOperation: Operation = {
  id: 'getLiability',
  tag: 'Returns',
  summary: 'Read the tax owed in a period',
  description:
    'Sums of the invoices less the refunds of a period, each in the period that reports it, by place, tax code and more. Cancelled documents, estimates and orders never count. Amounts in different currencies are in different rows. `GET /v1/transactions?counted=true` lists the documents behind a row.',
  responses: { 200: { description: 'What is owed.', schema: responseOf(liability) } },
  columns: liabilityCsv.columns,
  problems: ['COUNTRY_NOT_COVERED'],
  examples: {
    minnesota: {
      summary: 'A month of Minnesota by jurisdiction',
      query: { month: '2026-06', state: 'MN', groupBy: 'JURISDICTION' },
      status: 200,
      variables: { month: '2026-06', state: 'MN', groupBy: ['JURISDICTION'] },
    },
    places: {
      summary: 'A quarter by country and state',
      query: { quarter: '2026-Q2' },
      status: 200,
      variables: { quarter: '2026-Q2' },
    },
  },
  graphql: {
    document: `query ($from: Date, $to: Date, $month: String, $quarter: String, $country: String, $state: String, $groupBy: [LiabilityGroup!]) { liability(from: $from, to: $to, month: $month, quarter: $quarter, country: $country, state: $state, groupBy: $groupBy) { ${recordSelection(liability)} } }`,
    at: 'liability',
  },
};
