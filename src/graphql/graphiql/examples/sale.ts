const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };

export const inMinneapolis = {
  street: '250 Marquette Ave',
  city: 'Minneapolis',
  state: 'MN',
  zip: '55401',
  country: 'US',
};

/** The fields that all example documents share: an invoice of that day, to an address in Minneapolis. */
export function aSale(customerId: string, externalId: string) {
  return {
    source: '9',
    externalId,
    customerId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: dates,
    shippingAddress: inMinneapolis,
  };
}

export const lampAndCoat = [
  { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '2', discount: '20.00' },
  { name: 'Coat', taxCode: 'C1S2', unitPrice: '80.00', quantity: '1' },
];
