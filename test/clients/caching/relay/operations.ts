import { graphql } from 'relay-runtime';

/*
 * The input of `relay-compiler`. A build with Relay's plug-in replaces each text with its artifact in `__generated__`; the
 * tests have no such build and import the artifacts.
 */

graphql`
  query operationsQuoteQuery($input: QuoteInput!) {
    calculateTax(input: $input) {
      __typename
      ... on Quote { salesTax { amount } finalTransactionAmount }
      ... on InvalidInput { issues { path message } }
      ... on NotFound { message }
      ... on Conflict { message }
      ... on OverRefund { message }
      ... on InsufficientCoverage { message }
    }
  }
`;

graphql`
  mutation operationsStoreMutation($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      __typename
      ... on Transaction { id salesTax { amount } finalTransactionAmount }
      ... on InvalidInput { issues { path message } }
      ... on NotFound { message }
      ... on Conflict { message }
      ... on VersionMismatch { message }
      ... on PeriodClosed { message }
      ... on TransactionFiled { message }
      ... on OverRefund { message }
      ... on InsufficientCoverage { message }
    }
  }
`;

graphql`
  mutation operationsConvertMutation($input: ConvertTransactionInput!) {
    convertTransaction(input: $input) {
      __typename
      ... on Transaction { id salesTax { amount } finalTransactionAmount }
      ... on InvalidInput { issues { path message } }
      ... on NotFound { message }
      ... on InsufficientCoverage { message }
      ... on Conflict { message }
      ... on VersionMismatch { message }
      ... on PeriodClosed { message }
      ... on TransactionFiled { message }
    }
  }
`;
