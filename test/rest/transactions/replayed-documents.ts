import type { TestApp } from '../../support/app.ts';
import { bodyOf } from '../../support/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
export type Json = any;

export const dates = { createdDate: '2026-07-01', updatedDate: '2026-07-01' };
export const minneapolis = {
  street: '250 Marquette Ave',
  city: 'Minneapolis',
  state: 'MN',
  zip: '55401',
  country: 'US',
  isPartial: false,
};
export const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: 99.99, quantity: 3, discount: 5 };
export const coat = { name: 'Coat', taxCode: 'C1S2', unitPrice: 180 };

const abroad = (country: string, more: Json = {}) => ({ shippingAddress: { country, ...more } });

/** Documents of every kind, by name: the account settings, and the differences from a plain invoice. */
export const kinds: Record<
  string,
  { readonly settings?: Json; readonly customer?: Json; readonly document?: Json; readonly exemption?: Json }
> = {
  'a US stack': {},
  'prices with tax': { document: { isTaxInclusive: true } },
  'a discount on the whole': { document: { transactionLevelDiscount: 26.5 } },
  'an origin state': {
    settings: { homeAddress: { country: 'US', state: 'TX', city: 'Austin', zip: '78701' } },
    document: {
      shippingAddress: {
        street: '901 Bagby St',
        city: 'Houston',
        state: 'TX',
        zip: '77002',
        country: 'US',
        isPartial: false,
      },
    },
  },
  'rounding of the whole': {
    settings: { roundingLevel: 'DOCUMENT', roundingMode: 'HALF_EVEN' },
    document: { items: [lamp, lamp, lamp] },
  },
  'rounding by law': {
    settings: { roundingLevel: 'BY_LAW', roundingMode: 'DOWN' },
    document: {
      shippingAddress: { country: 'JP' },
      currency: 'JPY',
      items: [5, 5, 5].map((unitPrice) => ({ name: 'Candle', taxCode: 'C1S1', unitPrice })),
    },
  },
  'a state fee': {
    settings: { deliveryFees: 'CHARGE' },
    document: {
      shippingAddress: {
        street: '1437 Bannock St',
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
        isPartial: false,
      },
    },
  },
  'attributes of items': {
    document: {
      items: [
        { name: 'Syrup', taxCode: 'C1S21', unitPrice: 100, attributes: { isPrescribed: true } },
        { name: 'Syrup', taxCode: 'C1S21', unitPrice: 100, attributes: { isPrescribed: false } },
      ],
      shippingAddress: {
        street: '600 W Main St',
        city: 'Louisville',
        state: 'KY',
        zip: '40202',
        country: 'US',
        isPartial: false,
      },
    },
  },
  'collected goods': {
    settings: { deliveryFees: 'CHARGE' },
    document: {
      deliveryMethod: 'COLLECTED',
      shipFromAddress: {
        street: '1437 Bannock St',
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
        isPartial: false,
      },
    },
  },
  'brackets and caps': {
    document: {
      items: [{ name: 'Boat', taxCode: 'C1S1', unitPrice: 8000 }],
      shippingAddress: {
        street: '110 SE 6th St',
        city: 'Fort Lauderdale',
        state: 'FL',
        zip: '33301',
        country: 'US',
        isPartial: false,
      },
    },
  },
  'clothing above a threshold': {
    document: {
      items: [
        { ...coat, unitPrice: 109 },
        { ...coat, unitPrice: 110 },
      ],
      shippingAddress: {
        street: '350 5th Ave',
        city: 'New York',
        state: 'NY',
        zip: '10118',
        country: 'US',
        isPartial: false,
      },
    },
  },
  'items shipped to two states': {
    document: {
      items: [
        lamp,
        {
          ...coat,
          shippingAddress: { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' },
        },
      ],
    },
  },
  'manual rates': {
    document: { items: [{ ...lamp, manualSalesTax: true, manualSalesTaxRate: 0.05, overrideReason: 'Ruling' }, coat] },
  },
  'a certificate': { exemption: { exemptionType: 'FULLY', certificate: { certificateId: 'ST3-1', name: 'ST3' } } },
  'a part that is exempt': { exemption: { exemptionType: 'PARTIALLY', exemptFraction: 0.4 } },
  'certificates that the document ignores': {
    exemption: { exemptionType: 'FULLY' },
    document: { exemptionOverride: { kind: 'IGNORE_CERTIFICATES', reason: 'Private use' } },
  },
  'a document that exempts itself': { document: { exemptionOverride: { kind: 'FORCE_EXEMPT', reason: 'Embassy' } } },
  'a marketplace': { customer: { customerType: 'MARKETPLACE' } },
  'a seller without nexus': {
    settings: { collectionPolicy: 'WHERE_REGISTERED' },
    document: { shippingAddress: { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' } },
  },
  'German VAT': { document: abroad('DE') },
  'a reverse charge': {
    settings: { homeAddress: { country: 'FR', state: null, city: null, zip: null } },
    customer: { taxNumber: '136695976', address: { country: 'DE', city: 'Berlin' } },
    document: { ...abroad('DE'), items: [{ name: 'Tool', taxCode: 'C3S1', unitPrice: 100 }] },
  },
  'a sale from home within the EU': {
    settings: {
      homeAddress: { country: 'FR', state: null, city: null, zip: null },
      collectionPolicy: 'WHERE_REGISTERED',
      euDistanceSales: 'MEASURED',
    },
    document: abroad('DE'),
  },
  'the one-stop shop': {
    settings: {
      homeAddress: { country: 'FR', state: null, city: null, zip: null },
      collectionPolicy: 'WHERE_REGISTERED',
      oneStopShop: true,
    },
    document: { ...abroad('IE'), currency: 'EUR' },
  },
  'taxes rounded apart': { document: { ...abroad('CA', { region: 'QC' }), currency: 'CAD' } },
  'another currency': {
    settings: { reportingCurrency: 'EUR' },
    document: { currency: 'JPY', items: [{ ...lamp, unitPrice: 9999, discount: 0 }] },
  },
  'an estimate': { document: { transactionType: 'ESTIMATE' } },
  'a cancelled invoice': { document: { transactionStatus: 'CANCELLED' } },
};

export const plain = {
  homeAddress: { country: 'US', state: null, city: null, zip: null },
  collectionPolicy: 'EVERYWHERE',
  euDistanceSales: 'BELOW_THRESHOLD',
  oneStopShop: false,
  deliveryFees: 'REPORT',
  reportingCurrency: null,
  roundingLevel: 'LINE',
  roundingMode: 'HALF_UP',
};

/** Stores documents of one tenant, and replays them. */
export function replayedDocuments(appOf: () => TestApp) {
  async function ok(method: string, path: string, body?: Json): Promise<Json> {
    const response = await appOf().send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? null : bodyOf<Json>(response);
  }

  let customers = 0;
  async function aCustomer(more: Json = {}): Promise<string> {
    customers += 1;
    const externalId = `C-${customers}`;
    const body = { source: '9', externalId, name: 'Prairie Books', externalTimestamps: dates, ...more };
    const { serviceId } = await ok('PUT', `/v1/customers/source/9/externalId/${externalId}`, body);
    return serviceId;
  }

  let documents = 0;
  async function store(more: Json = {}): Promise<Json> {
    documents += 1;
    const externalId = more.externalId ?? `D-${documents}`;
    return ok('PUT', `/v1/transactions/source/9/externalId/${externalId}`, {
      source: '9',
      externalId,
      customerId: more.customerId ?? (await aCustomer()),
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: dates,
      items: [lamp, coat],
      shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
      shippingAddress: minneapolis,
      ...more,
    });
  }

  const replayed = (externalId: string, rateBook = 'ORIGINAL'): Promise<Json> =>
    ok('GET', `/v1/transactions/source/9/externalId/${externalId}/replay?rateBook=${encodeURIComponent(rateBook)}`);

  const account = (settings: Json) => ok('PATCH', '/v1/account', settings);

  async function storeKind(name: string, more: Json = {}): Promise<Json> {
    const { settings, customer, document, exemption } = kinds[name]!;
    await account({ ...plain, ...settings });
    const customerId = await aCustomer(customer);
    if (exemption)
      await ok('POST', '/v1/exemptions', { exemption: { customerId, ...exemption }, states: [{ code: 'MN' }] });
    return store({ customerId, ...document, ...more });
  }

  return { ok, aCustomer, store, storeKind, account, replayed };
}
