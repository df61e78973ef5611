/** Request bodies of a consumer; `more` replaces members. */
type Body = Record<string, unknown>;

export const minneapolis = {
  city: 'Minneapolis',
  country: 'US',
  state: 'MN',
  street: '250 Marquette Ave',
  zip: '55401',
  isPartial: false,
};

const dates = { createdDate: '2026-06-15T10:00:00-05:00', updatedDate: '2026-06-15T10:00:00-05:00' };

export function aCustomerBody(more: Body = {}): Body {
  return { externalId: 'c-1', source: '9', name: 'Ada Lovelace', externalTimestamps: dates, ...more };
}

export function anItemBody(more: Body = {}): Body {
  return { name: 'Lamp', taxCode: 'C1S1', unitPrice: 24.5, quantity: 3, ...more };
}

export function anInvoiceBody(customerId: string, more: Body = {}): Body {
  return {
    externalId: 'i-1',
    source: '9',
    items: [anItemBody()],
    shippingAddress: minneapolis,
    customerId,
    transactionStatus: 'ACTIVE',
    transactionType: 'INVOICE',
    externalTimestamps: dates,
    ...more,
  };
}
