import { demoCustomerId } from '../../domain/account/demo.ts';

/** Ids in the examples. Ids of records that the service creates are placeholders. */
export const exampleIds = {
  customer: demoCustomerId,
  transaction: '01980000-0000-7000-8000-0000000000a1',
  exemption: '01980000-0000-7000-8000-0000000000a2',
  certificateRequest: '01980000-0000-7000-8000-0000000000a5',
  webhookEndpoint: '01980000-0000-7000-8000-0000000000a3',
  webhookDelivery: '01980000-0000-7000-8000-0000000000a4',
  product: '01980000-0000-7000-8000-0000000000c5',
  refusal: '01980000-0000-7000-8000-0000000000c4',
  client: 'client_9f86d081884c7d659a2feaa0',
} as const;

const dates = { createdDate: '2026-06-15T10:00:00-05:00', updatedDate: '2026-06-15T10:00:00-05:00' };

export const exampleCustomer = {
  externalId: 'C-1',
  source: '9',
  name: 'Prairie Books',
  address: { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' },
  email: 'books@example.com',
  customerType: 'RETAIL',
  externalTimestamps: dates,
};

export const exampleProduct = {
  externalId: 'SKU-1',
  source: '9',
  name: 'Rain coat',
  category: 'Apparel',
  taxCode: 'C1S2',
};

export const exampleInvoice = {
  externalId: 'INV-1',
  source: '9',
  customerId: exampleIds.customer,
  transactionType: 'INVOICE',
  transactionStatus: 'ACTIVE',
  externalTimestamps: dates,
  items: [
    { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 2, discount: 20 },
    { name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 },
  ],
  transactionLevelDiscount: 26,
  shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
  shippingAddress: {
    street: '250 Marquette Ave',
    city: 'Minneapolis',
    state: 'MN',
    zip: '55401',
    country: 'US',
    isPartial: false,
  },
};

/** The minimum input for a quote. */
export const exampleCart = {
  items: [
    { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 2 },
    { name: 'Coat', taxCode: 'C1S2', unitPrice: 80 },
  ],
  shippingAddress: exampleInvoice.shippingAddress,
};

/** A cart in test land, where rates never change. */
export const exampleTestCart = { ...exampleCart, shippingAddress: { country: 'ZZ', state: 'STACK' } };

/** An invoice for a delivery to Germany, where the country is a sufficient address. */
export const exampleGermanInvoice = {
  ...exampleInvoice,
  externalId: 'INV-DE-1',
  currency: 'EUR',
  isTaxInclusive: true,
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 119, quantity: 1 }],
  transactionLevelDiscount: undefined,
  shippingFee: undefined,
  shippingAddress: { country: 'DE' },
};

/** An estimate, which becomes an invoice once the customer accepts it. */
export const exampleEstimate = {
  ...exampleCart,
  externalId: 'EST-1',
  source: '9',
  customerId: exampleIds.customer,
  transactionType: 'ESTIMATE',
  transactionStatus: 'ACTIVE',
  externalTimestamps: dates,
};

/** The input in GraphQL format, in which numbers are text. */
export function asVariables(body: unknown): unknown {
  if (typeof body === 'number') return String(body);
  if (Array.isArray(body)) return body.map(asVariables);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asVariables(value)]));
}
