import { graphql } from './graphql.ts';

export const shellOperation = graphql(`
  query consoleShell {
    account { name kind defaultCurrency reportingCurrency }
    serviceInfo { rateBook { version readOn overduePlaceCount } }
  }
`);

export const testClockOperation = graphql(`
  query consoleTestClock { testClock { now isReal } }
`);

export const clientNamesOperation = graphql(`
  query consoleClientNames { clients(first: 100) { nodes { clientId name } } }
`);

export const searchOperation = graphql(`
  query consoleSearch($document: StringFilter!, $customer: String!, $certificate: StringFilter!, $place: StringFilter!, $code: String!) {
    transactions(first: 5, filter: { externalId: $document }) {
      nodes { serviceId externalId transactionType taxDate finalTransactionAmount currency customer { name } }
    }
    customers(first: 5, filter: { search: $customer }) { nodes { serviceId externalId name email } }
    exemptions(first: 5, filter: { certificateId: $certificate }) {
      nodes { serviceId place certificateStatus certificate { certificateId } customer { name } }
    }
    jurisdictions(first: 5, filter: { name: $place }) { nodes { jurisdiction { jurisdictionId name level state country } } }
    taxCodes(first: 5, filter: { search: $code }) { nodes { code name } }
  }
`);

export const sendAgainOperation = graphql(`
  mutation sendDeliveryAgain($input: RedeliverWebhookInput!) {
    redeliverWebhook(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const customerNameOperation = graphql(`
  query consoleCustomerName($by: CustomerBy!) { customer(by: $by) { name externalId } }
`);

export const taxCodesOperation = graphql(`
  query consoleTaxCodes { taxCodes(first: 100) { nodes { code name category } } }
`);
