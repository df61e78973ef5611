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
    cancelExemption(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const renewCertificateOperation = graphql(`
  mutation renewCertificate($input: PatchExemptionInput!) {
    patchExemption(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const detachFileOperation = graphql(`
  mutation detachCertificateFile($input: DetachExemptionFileInput!) {
    detachExemptionFile(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
