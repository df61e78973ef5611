/** The records that the bench sends: customers, and invoices of five items with shipping to Minneapolis. */

const createdOn = '2026-07-01';
const streets = ['Nicollet Mall', 'Hennepin Avenue', 'Marquette Avenue', 'Lake Street'];

export function aCustomer(index: number) {
  return {
    externalId: `C-${index}`,
    source: '9',
    name: `Customer ${index} of the North`,
    address: addressIn(index),
    email: `customer-${index}@example.com`,
    customerType: 'RETAIL',
    externalTimestamps: { createdDate: createdOn, updatedDate: createdOn },
  };
}

export function anInvoice(externalId: string, customerId: string, index: number, itemCount = 5) {
  return {
    externalId,
    source: '1',
    documentName: `INV-${index}`,
    items: Array.from({ length: itemCount }, (_, item) => (item % 2 === 0 ? aLamp(index + item) : spareBulbs)),
    shippingFee: { taxCode: 'C6S1', totalPrice: 7.5 },
    shippingAddress: addressIn(index),
    billingAddress: addressIn(index),
    customerId,
    transactionStatus: 'ACTIVE',
    externalTimestamps: { createdDate: createdOn, updatedDate: createdOn },
    transactionType: 'INVOICE',
    currency: 'USD',
  };
}

function aLamp(index: number) {
  return {
    name: `Desk lamp ${index % 40}`,
    taxCode: 'C1S1',
    unitPrice: 49.95 + (index % 100),
    quantity: 1 + (index % 4),
  };
}

const spareBulbs = {
  name: 'Spare bulb',
  taxCode: 'C1S1',
  description: 'Warm white, 4 W',
  unitPrice: 3.49,
  quantity: 6,
  discount: 1,
};

function addressIn(index: number) {
  return {
    street: `${100 + index} ${streets[index % streets.length]}`,
    city: 'Minneapolis',
    state: 'MN',
    zip: '55401',
    country: 'US',
    isPartial: false,
  };
}

export const pageSize = 50;

const listFields = `
  serviceId
  source
  externalId
  documentName
  transactionType
  transactionStatus
  transactionFilingStatus
  currency
  totalItemsAmount
  totalDiscount
  finalTransactionAmount
  salesTax { amount rate }
  externalTimestamps { createdDate updatedDate }
  customer { serviceId externalId name email customerType }
  items { name taxCode unitPrice quantity totalPrice calculatedTotal taxAmount taxRate taxableCategory }
`;

/** A page, as in a list view of documents. */
export const listQuery = `query Bench {
  transactions(first: ${pageSize}) { nodes {${listFields}} pageInfo { hasNextPage endCursor } }
}`;

/** One document, with the same fields. */
export const oneQuery = (externalId: string) => `query BenchOne {
  transaction(by: { key: { source: "1", externalId: "${externalId}" } }) {${listFields}}
}`;

/** The same document as the input of a quote over GraphQL. */
export function asQuoteInput({ shippingAddress, billingAddress, ...others }: ReturnType<typeof anInvoice>) {
  const withoutFlag = ({ isPartial: _, ...address }: typeof shippingAddress) => address;
  return { ...others, shippingAddress: withoutFlag(shippingAddress), billingAddress: withoutFlag(billingAddress) };
}

/** What a checkout shows. */
export const quoteQuery = `query BenchQuote($input: QuoteInput!) {
  calculateTax(input: $input) { __typename ... on Quote {
    currency totalItemsAmount finalTransactionAmount salesTax { amount rate }
    items { name totalPrice calculatedTotal taxAmount taxRate taxableCategory }
  } }
}`;
