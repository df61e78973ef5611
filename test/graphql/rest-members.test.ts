import { type GraphQLNamedType, getNamedType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const address = {
    city: 'Minneapolis',
    county: 'Hennepin',
    state: 'MN',
    street: '1 Main St',
    zip: '55401',
    country: 'US',
  };
  const customer = aCustomerBody({ address, email: 'a@example.com', comment: 'Old', taxNumber: 'DE136695976' });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, customer))).serviceId;
  const exemption = {
    customerId,
    classification: { code: 'R', description: 'Resale' },
    certificate: { certificateId: 'ST3', url: 'https://example.com/st3', name: 'ST3' },
    validationDates: { fromDate: '2026-01-01', toDate: '2026-12-31' },
    exemptionType: 'PARTIALLY',
    exemptPercentage: 0.5,
    reducedRate: 0.01,
    taxCodes: ['C1S3'],
  };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
});
afterAll(() => app.close());

/**
 * Where GraphQL has another name or place for what REST shows: `Type.member` of REST, and the field of that type, or of
 * the one named, which tells the same.
 */
const elsewhere: Readonly<Record<string, string>> = {
  'TaxLine.rate': 'appliedRate',
  'TaxLine.from': 'validFrom',
  'TaxLine.to': 'validThrough',
  'DocumentTaxLine.rate': 'generalRate',
  'DocumentTaxLine.from': 'validFrom',
  'DocumentTaxLine.to': 'validThrough',
  'RatedJurisdiction.from': 'validFrom',
  'RatedJurisdiction.to': 'validThrough',
  'TaxCodeRule.from': 'validFrom',
  'TaxCodeRule.to': 'validThrough',
  'TaxCodeRule.id': 'ruleId',
  'SalesTax.taxRate': 'rate',
  'MatchedAddressData.precision': 'ShippingAddress.precision',
  // An object in REST, with the code twice.
  'Exemption.state': 'state',
  'Exemption.state.code': 'stateCode',
  'Exemption.state.name': 'stateName',
  // Numbers of one kind are grouped in REST.
  'ServiceInfo.limits': 'limits',
  'Return.transactionsPath': 'transactions',
  // A link in REST, the documents themselves in GraphQL.
  'NexusPeriod.transactionsPath': 'transactions',
  // REST lays the rule and what decides it into one object.
  ...Object.fromEntries(
    ['name', 'abbreviation', 'taxable', 'specialTreatment', 'calculationType', 'calculationValue', 'description'].map(
      (member) => [`TaxCodeRule.${member}`, `JurisdictionalSalesTaxRules.${member}`],
    ),
  ),
  'TaxCodeRule.cities': 'JurisdictionalSalesTaxRules.cities',
  'TaxCodeRule.regions': 'JurisdictionalSalesTaxRules.regions',
};

/** Members that are looked at no further: their parts are named by data, or told under `elsewhere`. */
const isWhole = (name: string) => ['cities', 'regions', 'limits', 'state', 'status'].includes(name);

const fieldsOf = (type: GraphQLNamedType | undefined) =>
  type && (isObjectType(type) || isInterfaceType(type)) ? type.getFields() : {};

function fieldFor(type: GraphQLNamedType, member: string) {
  const [owner, name] = (elsewhere[`${type.name}.${member}`] ?? member).split('.').slice(-2) as [string, string?];
  return name === undefined ? fieldsOf(type)[owner] : fieldsOf(schema.getType(owner))[name];
}

/** The members that REST shows and GraphQL has no field for. */
function missing(shown: unknown, type: GraphQLNamedType): string[] {
  if (Array.isArray(shown)) return shown.flatMap((one) => missing(one, type));
  if (typeof shown !== 'object' || shown === null) return [];
  const types = isUnionType(type) ? type.getTypes() : [type];
  return Object.entries(shown).flatMap(([member, value]) => {
    const field = types.map((one) => fieldFor(one, member)).find((found) => found !== undefined);
    if (!field) return [`${type.name}.${member}`];
    return isWhole(member) ? [] : missing(value, getNamedType(field.type));
  });
}

const answerOf = (name: string) => getNamedType(schema.getQueryType()!.getFields()[name]!.type);
const put = (externalId: string, more: Record<string, unknown>) =>
  bodyOf<object>(
    app.send(
      'PUT',
      `/v1/transactions/source/9/externalId/${externalId}`,
      anInvoiceBody(customerId, { externalId, ...more }),
    ),
  );

it.each<[string, Record<string, unknown>]>([
  [
    'of the US',
    {
      documentName: 'Bill',
      subsidiary: 'North',
      createdFrom: 'order',
      transactionLevelDiscount: 5,
      billingAddress: { city: 'Minneapolis' },
      shipFromAddress: { country: 'US', state: 'MN', zip: '55401', isPartial: true },
      items: [
        anItemBody({ description: 'Red', discount: 1 }),
        anItemBody({ manualSalesTax: true, manualSalesTaxRate: 0.1 }),
      ],
      shippingFee: { taxCode: 'C6S1', totalPrice: 10, manualSalesTax: true, manualSalesTaxRate: 0.1 },
    },
  ],
  ['with a fee of a state', { shippingAddress: { country: 'US', state: 'CO', zip: '80202', isPartial: true } }],
  ['of another country', { shippingAddress: { country: 'CA', region: 'QC' } }],
])('a document %s shows nothing in REST that GraphQL cannot read', async (externalId, more) => {
  const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };
  const shown = await put(encodeURIComponent(externalId), { shippingFee, ...more, externalId });
  expect(Object.keys(shown).length).toBeGreaterThan(25);
  expect(missing(shown, schema.getType('Transaction')!)).toEqual([]);
});

it.each([
  ['/v1/customers', 'Customer'],
  ['/v1/exemptions', 'Exemption'],
  ['/v1/account', 'account'],
  ['/v1/nexus', 'nexus'],
  ['/v1/tax_codes?search=hosting', 'taxCodes'],
  ['/v1/capabilities', 'serviceInfo'],
  ['/v1/sales_tax_rates?country=US&state=NY&zip=10001&date=2026-07-01&taxCode=C1S2', 'salesTaxRates'],
  ['/v1/gt_rates?country=DE&date=2026-07-01&taxCode=C1S30', 'globalTaxRates'],
  ['/v1/addresses/validate?country=US&state=TX&zip=78701&city=Houston&isPartial=true', 'validateAddress'],
  ['/v1/vat/validate?countryCode=FR&vatNumber=40303265045', 'validateTaxNumber'],
])('%s shows nothing that GraphQL cannot read', async (path, name) => {
  const response = await app.send('GET', path);
  expect(response.status).toBe(200);
  expect(missing(await response.json(), schema.getType(name) ?? answerOf(name))).toEqual([]);
});

it('members listed as being elsewhere exist there', () => {
  const wrong = Object.entries(elsewhere).filter(([from, to]) => {
    const [owner, name] = to.includes('.') ? (to.split('.') as [string, string]) : [from.split('.')[0]!, to];
    return !fieldsOf(schema.getType(owner))[name];
  });
  expect(wrong).toEqual([]);
});
