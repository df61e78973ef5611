import { graphql } from '../base/graphql.ts';

export const yearAccountOperation = graphql(`
  mutation yearAccount($input: UpdateAccountInput!) {
    updateAccount(input: $input) { __typename ... on UserError { message } }
  }
`);

export const yearNexusOperation = graphql(`
  mutation yearNexus($input: UpsertNexusInput!) {
    upsertNexus(input: $input) { __typename ... on UserError { message } }
  }
`);

export const yearCustomersOperation = graphql(`
  mutation yearCustomers($input: UpsertCustomersInput!) {
    upsertCustomers(input: $input) {
      __typename
      ... on CustomerBatch { results { externalId result { __typename ... on Customer { serviceId } ... on UserError { message } } } }
      ... on UserError { message }
    }
  }
`);

export const yearExemptionsOperation = graphql(`
  mutation yearExemptions($input: UpsertExemptionsInput!) {
    upsertExemptions(input: $input) { __typename ... on UserError { message } }
  }
`);

export const yearDocumentsOperation = graphql(`
  mutation yearDocuments($input: UpsertTransactionsInput!) {
    upsertTransactions(input: $input) {
      __typename
      ... on TransactionBatch { results { externalId outcome result { __typename ... on UserError { message } } } }
      ... on UserError { message }
    }
  }
`);

export const yearDueOperation = graphql(`
  query yearDue {
    dueTaxReturns(first: 100) { nodes { dueOn taxReturn { place country state scheme period from to } } }
  }
`);

export const yearFilingOperation = graphql(`
  mutation yearFiling($input: FileTaxReturnInput!) {
    fileTaxReturn(input: $input) { __typename ... on UserError { message } }
  }
`);
