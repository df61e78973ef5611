import type { Example } from './example.ts';

export const fileDocuments: Example = {
  query: `# Marks the invoices and refunds of a period as filed, so that their figures cannot change any more.
# A dry run only shows which: set dryRun to false to mark them. fileReturn closes the period, too.
mutation FileDocuments($input: MarkFiledInput!) {
  markTransactionsFiled(input: $input) {
    __typename
    ... on FilingOutcome {
      isDryRun
      changedCount
      unchangedCount
      transactions { externalId transactionType transactionFilingStatus }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { errorCode message }
  }
}
`,
  variables: { input: { country: 'US', state: 'MN', from: '2026-06-01', to: '2026-06-30', dryRun: true } },
};
