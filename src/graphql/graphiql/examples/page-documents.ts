import type { Example } from './example.ts';

export const pageDocuments: Example = {
  query: `# Reads a list page by page. While hasNextPage is true, send endCursor as after, with the same order.
# To read from the end, send last and before: startCursor in place of first and after.
query PageDocuments($first: Int!, $after: String) {
  transactions(first: $first, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
    totalCount
    nodes { externalId transactionType taxDate finalTransactionAmount(format: CURRENCY) }
    pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
  }
}
`,
  variables: { first: 1, after: null },
};
