import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { Demo } from '../domain/demo.ts';

type Example = { readonly query: string; readonly variables?: string };

/** Documents that run as they stand in the demo: the first tabs a reader sees. */
export const examplesFor = (demo: Demo | null): readonly Example[] => [
  {
    query: `# The latest documents, with what their tax is made of.
query LatestTransactions {
  transactions(first: 10) {
    totalCount
    nodes {
      externalId
      transactionType
      currency
      finalTransactionAmount
      salesTax { amount rate }
      customer { name }
      items { name totalPrice taxAmount reason }
    }
  }
}
`,
  },
  {
    query: `# Stores a customer. Run it, and copy its serviceId into the next tab.
mutation StoreCustomer($input: CustomerInput!) {
  upsertCustomer(input: $input) {
    __typename
    ... on Customer { serviceId name version }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
    variables: JSON.stringify(
      {
        input: {
          source: '9',
          externalId: 'prairie-books',
          name: 'Prairie Books',
          email: 'books@example.com',
          externalTimestamps: { createdDate: '2026-06-01', updatedDate: '2026-06-01' },
        },
      },
      null,
      2,
    ),
  },
  {
    query: `# Works out the tax of a sale to Minneapolis, and stores nothing.
# customerId is a customer of the demo; put another one's serviceId there if you like.
query CalculateTax($input: TransactionInput!) {
  calculateTax(input: $input) {
    __typename
    ... on Transaction {
      finalTransactionAmount
      salesTax { amount rate salesTaxRates { stateRate countyRate cityRate combinedDistrictRate taxRate } }
      items {
        name
        taxAmount
        reason
        taxLines { jurisdiction { level name } appliedRate taxAmount source }
      }
      notices { code pointer message }
    }
    ... on InvalidInput { issues { path code message } }
    ... on Error { code message }
  }
}
`,
    variables: JSON.stringify(
      {
        input: {
          source: '9',
          externalId: 'INV-1',
          customerId: demo?.customerId ?? 'the serviceId of a customer',
          transactionType: 'INVOICE',
          transactionStatus: 'ACTIVE',
          externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
          shippingAddress: {
            street: '350 S 5th St',
            city: 'Minneapolis',
            state: 'MN',
            zip: '55401',
            country: 'US',
          },
          items: [{ name: 'Desk lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: 1 }],
        },
      },
      null,
      2,
    ),
  },
  {
    query: `# The rates of an address for a tax code, and what three states make of it.
query LookUpRates {
  salesTaxRates(input: { country: "US", state: "NY", zip: "10001", taxCode: "C1S2" }) {
    __typename
    ... on SalesTaxRatesLookup {
      effectiveDate
      salesTaxRates { stateRate countyRate cityRate combinedDistrictRate taxRate }
      jurisdictions { level name rate appliedRate fromOn source }
      rule { treatment limits { message } }
      notices { code message }
    }
    ... on InvalidInput { issues { path code message } }
  }
  taxability(taxCodes: ["C1S2"], states: ["NY", "MN", "MA"]) {
    ... on TaxabilityGrid {
      rows { taxCode { name } cells { state { code } isTaxable stateRate reason limits { message } } }
    }
  }
}
`,
  },
  {
    query: `# What Texas and New York would ask for, what was sold there, and what is declared of them.
query WatchNexus {
  texas: nexus(state: "TX") { ...Tracker }
  newYork: nexus(state: "NY") { ...Tracker }
}

fragment Tracker on NexusTracker {
  name
  status
  reachedOn
  isCollecting
  ground
  threshold { salesAmount transactionCount combine period countsMarketplaceSales source doubt }
  periods { from to currency salesAmount transactionCount status }
  registrations { from to number }
  notices { code message }
}
`,
  },
];

/**
 * The page that tries the API out, with a token in its headers or without. It loads nothing from elsewhere, and each of
 * the two is put together once: it has several megabytes.
 */
export function createGraphiqlPage(demo: Demo | null): (token: string | null) => string {
  const examples = examplesFor(demo);
  const render = (headers?: string) =>
    renderGraphiQL({
      title: 'Tollgate',
      defaultQuery: examples[0]!.query,
      defaultTabs: examples.map((example) => ({ ...example, headers })),
      defaultHeaders: headers,
      headers,
      shouldPersistHeaders: false,
    });
  let page: string | null = null;
  let pageWithToken: string | null = null;
  return (token) => {
    if (token === null) {
      page ??= render();
      return page;
    }
    pageWithToken ??= render(JSON.stringify({ Authorization: `Bearer ${tokenPlace}` }, null, 2));
    return pageWithToken.replaceAll(tokenPlace, token);
  };
}

const tokenPlace = 'TOKEN-OF-THE-DEMO';
