import type { Example } from './example.ts';

export const checkTaxNumbers: Example = {
  query: `# Checks buyers' tax numbers by form and checksum, and at a register where the gateway has one switched on.
# The first could be one; the second has a wrong check digit, and the message says so.
query CheckTaxNumbers($french: TaxNumberInput!, $german: TaxNumberInput!) {
  french: validateTaxNumber(input: $french) { ...Verdict }
  german: validateTaxNumber(input: $german) { ...Verdict }
}

fragment Verdict on ValidateTaxNumberResult {
  __typename
  ... on TaxNumberValidation { vatNumber countryName valid status reason message register }
  ... on InvalidInput { issues { path code message } }
  ... on Error { code message }
}
`,
  variables: {
    french: { countryCode: 'FR', vatNumber: 'FR 40 303 265 045' },
    german: { countryCode: 'DE', vatNumber: 'DE123456789' },
  },
};
