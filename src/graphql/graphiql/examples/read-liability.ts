import type { Example } from './example.ts';

export const readLiability: Example = {
  query: `# The tax owed in a quarter, by state and by jurisdiction, with the sales behind it.
# Refunds are subtracted in their own period; amounts in different currencies stay in different rows.
query ReadLiability($quarter: String!) {
  byState: liability(quarter: $quarter) {
    from
    to
    rows { country state currency grossSalesAmount taxableAmount exemptAmount exemptAmounts { reason amount } nonTaxableAmount taxAmount documentCount }
  }
  byJurisdiction: liability(quarter: $quarter, state: "MN", groupBy: [JURISDICTION]) {
    rows { jurisdiction { level name } currency taxableAmount taxAmount }
  }
}
`,
  variables: { quarter: '2026-Q2' },
};
