import type { Example } from './example.ts';

export const checkTaxNumbers: Example = {
  query: `# Checks the format and checksum of buyers' tax numbers, and asks a register if one is enabled.
# The first number is well-formed; the second has a wrong check digit.
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
