import type { Example } from './example.ts';

export const storeCertificate = (customerId: string): Example => ({
  query: `# Stores a customer's exemption certificate for two states. To import a file, use importExemptions.
# Then change the address in the first tab to Austin (TX, 78701): no tax, with the reason and certificate.
mutation StoreCertificate($input: CreateExemptionsInput!) {
  upsertExemptions(input: $input) {
    __typename
    ... on CreatedExemptions {
      exemptions {
        serviceId
        stateName
        exemptionStatus
        validFrom
        validThrough
        certificate { certificateId name }
        customer { name }
      }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
  variables: {
    input: {
      states: [{ abbreviation: 'TX' }, { abbreviation: 'WI' }],
      exemption: {
        customerId,
        certificate: { certificateId: '01-339-2026', name: 'Resale certificate' },
        classification: { description: 'Bought to be sold again' },
        validationDates: { fromDate: '2026-01-01', toDate: '2027-12-31' },
      },
    },
  },
});
