import type { Example } from './example.ts';

export const lookUpRates: Example = {
  query: `# Looks up the rates for a tax code at an address, with the dates and source of each authority.
# Below, how three states tax clothing: New York exempts items under 110 dollars.
query LookUpRates($address: SalesTaxRatesInput!, $taxCodes: [String!]!, $states: [String!]!, $asOf: Date) {
  salesTaxRates(input: $address) {
    __typename
    ... on SalesTaxRatesLookup {
      effectiveDate
      salesTaxRates { stateRate countyRate cityRate combinedDistrictRate taxRate }
      jurisdictions { level name rate appliedRate validFrom source }
      rule { treatment limits { message } }
      notices { code message }
    }
    ... on InvalidInput { issues { path code message } }
  }
  taxability(taxCodes: $taxCodes, states: $states, asOf: $asOf) {
    __typename
    ... on TaxabilityGrid {
      rows { taxCode { name } cells { state { code } isTaxable stateRate reason limits { message } } }
    }
  }
}
`,
  variables: {
    address: {
      street: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zip: '10118',
      country: 'US',
      taxCode: 'C1S2',
      asOf: '2026-07-01',
    },
    taxCodes: ['C1S2'],
    states: ['NY', 'MN', 'MA'],
    asOf: '2026-07-01',
  },
};
