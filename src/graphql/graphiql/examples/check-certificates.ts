import type { Example } from './example.ts';

export const checkCertificates = (customerId: string): Example => ({
  query: `# Shows in which states the customer is exempt, and which invoices a late certificate would have freed.
# Once the late certificate is stored, refundTax refunds the tax on them in one go.
query CheckCertificates($customerId: UUID!, $states: [String!], $asOf: Date, $late: ExemptionImpactInput!) {
  customer(by: { serviceId: $customerId }) {
    name
    exemptionCoverage(states: $states, asOf: $asOf) {
      state
      status
      daysLeft
      exemption { certificate { certificateId } }
      acceptance { acceptance source }
    }
  }
  exemptionImpact(input: $late) {
    __typename
    ... on ExemptionImpact {
      states { state currency invoiceCount freedTaxAmount }
      invoices { transaction { externalId taxDate } chargedTaxAmount refundedTaxAmount freedTaxAmount }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
  variables: {
    customerId,
    states: ['TX', 'WI', 'NY'],
    asOf: '2026-07-01',
    late: { exemption: { customerId, certificate: { certificateId: 'ST3-2026' } }, states: [{ abbreviation: 'MN' }] },
  },
});
