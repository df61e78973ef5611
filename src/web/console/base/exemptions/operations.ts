import { graphql } from '../graphql.ts';

export const impactOperation = graphql(`
  query certificateImpact($input: ExemptionImpactInput!) {
    exemptionImpact(input: $input) {
      __typename
      ... on ExemptionImpact {
        states { place country state currency exemptibleTaxAmount filedTaxAmount invoiceCount }
        invoices {
          chargedTaxAmount
          exemptibleTaxAmount
          transaction { serviceId externalId taxDate currency transactionFilingStatus }
        }
      }
      ... on UserError { issues { message } }
    }
  }
`);

export const refundTaxOperation = graphql(`
  mutation refundExemptTax($input: RefundExemptTaxInput!) {
    refundExemptTax(input: $input) {
      __typename
      ... on TaxRefundRun {
        totals { place country state currency refundedTaxAmount }
        rows {
          outcome
          externalId
          refund { serviceId }
          invoice { transaction { externalId } }
          error { message }
        }
      }
      ... on UserError { issues { message } }
    }
  }
`);

export const attachFileOperation = graphql(`
  mutation attachCertificateFile($input: AttachExemptionFileInput!) {
    attachExemptionFile(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
