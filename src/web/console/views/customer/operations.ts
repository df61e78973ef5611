import { graphql } from '../../base/graphql.ts';

export const customerOperation = graphql(`
  query customer($by: CustomerBy!) {
    customer(by: $by) {
      serviceId
      source
      externalId
      name
      email
      customerType
      taxNumber
      comment
      erasedAt
      createdAt
      updatedAt
      address { street city state region zip country }
    }
  }
`);

export const coverageOperation = graphql(`
  query customerCoverage($by: CustomerBy!, $asOf: Date!) {
    customer(by: $by) {
      exemptionCoverage(asOf: $asOf) {
        state
        stateName
        status
        note
        acceptance { acceptance note }
        exemption { serviceId validThrough exemptionReason certificate { certificateId } }
      }
    }
  }
`);

export const certificatesOperation = graphql(`
  query customerCertificates($customerId: UUID!) {
    exemptions(
      first: 50
      filter: { customerId: { eq: $customerId } }
      orderBy: { field: VALID_THROUGH, direction: DESC }
    ) {
      nodes {
        serviceId
        country
        state
        exemptionReason
        certificateStatus
        validFrom
        validThrough
        certificate { certificateId name }
        file { name }
      }
      pageInfo { hasNextPage }
    }
  }
`);

export const documentsOperation = graphql(`
  query customerDocuments($customerId: UUID!) {
    transactions(
      first: 8
      filter: { customerId: { eq: $customerId } }
      orderBy: { field: TAX_DATE, direction: DESC }
    ) {
      nodes {
        serviceId
        externalId
        transactionType
        taxDate
        currency
        finalTransactionAmount
        salesTax { amount }
        shippingAddress { state country }
      }
    }
  }
`);

export const taxNumberChecksOperation = graphql(`
  query customerTaxNumberChecks($numbers: [String!]!) {
    taxNumberChecks(first: 5, filter: { vatNumber: { in: $numbers } }) {
      nodes { serviceId isRegistered name register checkedAt consultationNumber }
    }
  }
`);

export const checkTaxNumberOperation = graphql(`
  query checkTaxNumber($input: TaxNumberInput!) {
    validateTaxNumber(input: $input) {
      __typename
      ... on TaxNumberValidation { status message }
      ... on UserError { issues { message } }
    }
  }
`);
