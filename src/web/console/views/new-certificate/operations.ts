import { graphql } from '../../base/graphql.ts';

export const customerOperation = graphql(`
  query newCertificateCustomer($by: CustomerBy!) { customer(by: $by) { serviceId name externalId } }
`);

export const storeCertificateOperation = graphql(`
  mutation storeCertificate($input: UpsertExemptionsInput!) {
    upsertExemptions(input: $input) {
      __typename
      ... on UpsertedExemptions { exemptions { serviceId country state } }
      ... on InvalidInput { issues { message } }
      ... on UserError { message }
    }
  }
`);
