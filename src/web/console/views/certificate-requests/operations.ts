import { graphql } from '../../base/graphql.ts';

export const requestsOperation = graphql(`
  query certificateRequests(
    $filter: CertificateRequestFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    certificateRequests(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        serviceId
        customerId
        states
        status
        expiresOn
        submittedAt
        version
        file { name }
        certificate {
          purchaserName
          street
          city
          state
          zip
          reason
          reasonText
          stateNumbers { state number }
          signedBy
          signerTitle
        }
        customer { name externalId }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const invitationOperation = graphql(`
  query certificateInvitation($by: CertificateRequestBy!) {
    certificateRequest(by: $by) { invitation { link } }
  }
`);

export const createRequestOperation = graphql(`
  mutation createCertificateRequest($input: CreateCertificateRequestInput!) {
    createCertificateRequest(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const decideOperation = graphql(`
  mutation decideCertificateRequest($input: DecideCertificateRequestInput!) {
    decideCertificateRequest(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
