import type { Example } from './example.ts';

export const prepareReturn: Example = {
  query: `# What a return would report, with its documents; a draft until it is filed (fileReturn).
# Filed, its figures stay, and what comes late for its period is reported in the next one.
query PrepareReturn($state: String!, $quarter: String!) {
  return(country: "US", state: $state, quarter: $quarter) {
    status
    from
    to
    figures {
      totals { currency grossSalesAmount taxableAmount exemptAmount taxAmount documentCount }
      jurisdictions { jurisdiction { level name } taxableAmount taxAmount }
    }
    transactions(first: 5) { totalCount nodes { externalId transactionType finalTransactionAmount } }
    filings { number filedAt referenceNumber amountPaid }
  }
}
`,
  variables: { state: 'MN', quarter: '2026-Q2' },
};
