import { graphql } from '../../base/graphql.ts';

export const storeCertificateOperation = graphql(`
  mutation storeCertificate($input: UpsertExemptionsInput!) {
    upsertExemptions(input: $input) {
      __typename
      ... on UpsertedExemptions { exemptions { serviceId country state } }
      ... on UserError { issues { message } }
    }
  }
`);
