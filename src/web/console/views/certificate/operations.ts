import { graphql } from '../../base/graphql.ts';

export const certificateOperation = graphql(`
  query certificate($by: ExemptionBy!) {
    account { requireEvidence }
    exemption(by: $by) {
      serviceId
      version
      country
      state
      exemptionReason
      exemptionStatus
      exemptionType
      exemptFraction
      reducedRate
      taxCodes
      certificateStatus
      validFrom
      validThrough
      createdAt
      updatedAt
      classification { code description }
      certificate { certificateId name url }
      file { name mediaType bytes attachedAt }
      customer { serviceId name externalId }
    }
  }
`);

export const cancelCertificateOperation = graphql(`
  mutation cancelCertificate($input: CancelExemptionInput!) {
    cancelExemption(input: $input) {
      __typename
      ... on Exemption { exemptionStatus }
      ... on InvalidInput { issues { message } }
      ... on UserError { message }
    }
  }
`);

export const renewCertificateOperation = graphql(`
  mutation renewCertificate($input: PatchExemptionInput!) {
    patchExemption(input: $input) {
      __typename
      ... on Exemption { validThrough }
      ... on InvalidInput { issues { message } }
      ... on UserError { message }
    }
  }
`);

export const detachFileOperation = graphql(`
  mutation detachCertificateFile($input: DetachExemptionFileInput!) {
    detachExemptionFile(input: $input) {
      __typename
      ... on Exemption { serviceId }
      ... on UserError { message }
    }
  }
`);
