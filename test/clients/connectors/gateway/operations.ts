import { graphql, type ResultOf, type VariablesOf } from '../../tada.ts';

export const quoteOperation = graphql(`
  query Quote($input: QuoteInput!) {
    calculateTax(input: $input) {
      __typename
      ... on Quote {
        salesTax { amount }
        items {
          calculatedTotal taxAmount taxRate reason
          taxLines { taxAmount appliedRate reason jurisdiction { jurisdictionId name } }
        }
        shippingFee {
          calculatedTotal taxAmount taxRate reason
          taxLines { taxAmount appliedRate reason jurisdiction { jurisdictionId name } }
        }
      }
      ... on UserError { code message }
      ... on InvalidInput { issues { path message } }
    }
  }
`);

export const findCustomerOperation = graphql(`
  query FindCustomer($by: CustomerBy!) {
    customer(by: $by) { serviceId }
  }
`);

export const storeCustomerOperation = graphql(`
  mutation StoreCustomer($input: CustomerInput!) {
    upsertCustomer(input: $input) {
      __typename
      ... on Customer { serviceId }
      ... on UserError { code message }
      ... on InvalidInput { issues { path message } }
    }
  }
`);

export const storeDocumentOperation = graphql(`
  mutation StoreDocument($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      __typename
      ... on Transaction { externalId salesTax { amount } finalTransactionAmount }
      ... on UserError { code message }
      ... on InvalidInput { issues { path message } }
    }
  }
`);

export type QuoteInput = VariablesOf<typeof quoteOperation>['input'];
export type DocumentInput = VariablesOf<typeof storeDocumentOperation>['input'];
export type AddressInput = NonNullable<QuoteInput['shippingAddress']>;
type QuoteAnswer = NonNullable<ResultOf<typeof quoteOperation>['calculateTax']>;
export type Quote = Extract<QuoteAnswer, { __typename: 'Quote' }>;
export type QuotedLine = Quote['items'][number];
type DocumentAnswer = ResultOf<typeof storeDocumentOperation>['upsertTransaction'];
export type StoredDocument = Extract<DocumentAnswer, { __typename: 'Transaction' }>;
