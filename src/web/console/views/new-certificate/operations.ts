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

/** Certificates that storing another with the same customer, state and number would replace. */
export const replacedOperation = graphql(`
  query replacedCertificates($filter: ExemptionFilter!) {
    exemptions(first: 100, filter: $filter) {
      nodes { serviceId state certificate { certificateId } }
    }
  }
`);
