import { type GraphQLNamedType, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { at, type Json, recordOf, resolved } from '../support/openapi.ts';

/*
 * Compares the records of both doors member by member. The REST schemas represent its responses, since the tests validate
 * every response against them.
 */

/** The GraphQL types of records with a different name in REST. */
const typeNames: Readonly<Record<string, string>> = {
  Calculation: 'Quote',
  DocumentCalculation: 'Calculation',
  ThinTransaction: 'Transaction',
  ThinSalesTax: 'SalesTax',
  Capabilities: 'ServiceInfo',
  ReopenedTaxReturn: 'TaxReturn',
  TaxReturnWithFigures: 'TaxReturn',
  TaxReturnFilingWithFigures: 'TaxReturnFiling',
};

/** Records whose parts are compared separately, and the reason. */
const notCompared: Readonly<Record<string, string>> = {
  CustomerBatch: 'A row of a batch holds a problem document in REST, and a union of typed errors in GraphQL.',
  TransactionBatch: 'The same.',
  ClientWithSecret: 'REST adds the secret to the members of the client.',
  WebhookEndpointWithSecret: 'REST adds the secret to the members of the endpoint.',
};

const renamed = (name: string) => `REST calls it ${name}.`;
const isEtag = 'REST has it in the ETag.';
const isTimestamp = 'REST has it in internalTimestamps.';
const stored = { createdAt: isTimestamp, updatedAt: isTimestamp };
const isNode = 'For caches of GraphQL clients; REST has serviceId or the place.';
const record = { ...stored, id: isNode, version: isEtag };
const isPath = (path: string) => `A path of its own in REST: ${path}.`;
const rule = 'REST lays the rule and what decides it into one object.';
const inSalesTax = 'REST has the general rates of the place in salesTax.';
const isPosition = 'REST has each line at its place in the document.';
const ofDocument = 'The document at whose path the calculation is has it.';
const notThin = 'Part of the full form.';

/** Members only in GraphQL, with the reason. */
const lackingInRest: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  UserError: {
    issues: 'A problem document of REST has them in errors.',
    retryable: 'A problem document of REST has it; a refusal names the code.',
  },
  Customer: {
    ...record,
    exemptionCoverage: isPath('…/exemption_coverage'),
    exemptions: isPath('/v1/exemptions?customerId='),
    transactions: isPath('/v1/transactions?customerId='),
  },
  Transaction: {
    ...record,
    calculations: isPath('…/calculations'),
    checks: isPath('…/checks'),
    createdFromTransaction: 'REST has its externalId in createdFrom.',
    journalChanges: isPath('/v1/journal?since='),
    journalRows: isPath('/v1/journal'),
    derivedTransactions: isPath('/v1/transactions?createdFrom='),
    refundable: isPath('…/refundable'),
    refunds: isPath('/v1/transactions?createdFrom='),
    replay: isPath('…/replay'),
    trace: isPath('…/trace'),
    vatBreakdown: isPath('…/vat_breakdown'),
  },
  Item: { pointer: isPosition },
  ShippingFee: { pointer: isPosition },
  PlaceTotals: { lines: 'REST has their pointers.' },
  TaxLine: {
    generalRate: inSalesTax,
    isOverride: 'Without an `exemptionId`, the override of the document tells.',
  },
  DocumentTaxLine: { generalRate: inSalesTax },
  ThinTransaction: {
    ...Object.fromEntries(
      ['buyer', 'certificates', 'customer', 'invoiceNotes', 'journalRows', 'places', 'taxLines'].map((name) => [
        name,
        notThin,
      ]),
    ),
  },
  SalesTax: { gtRates: notThin, salesTaxRates: notThin },
  Quote: {
    checks: 'REST checks documents that are stored.',
    trace: 'REST traces documents that are stored.',
    vatBreakdown: 'REST has it for documents that are stored.',
  },
  Calculation: {
    checks: isPath('…/checks?calculationNumber='),
    trace: isPath('…/trace?calculationNumber='),
    vatBreakdown: isPath('…/vat_breakdown?calculationNumber='),
    ...Object.fromEntries(
      ['customerId', 'externalId', 'source', 'transactionStatus', 'transactionType'].map((name) => [name, ofDocument]),
    ),
  },
  CertificateRequest: { ...record, customer: 'REST has customerId.', invitation: isPath('…/invitation') },
  Exemption: {
    ...record,
    daysLeft: 'It changes every day without a change of the record, so the ETag would be wrong; coverage has it.',
    file: isPath('…/file'),
    stateCode: renamed('state.code'),
    stateName: renamed('state.name'),
    validFrom: renamed('validationDates.fromDate'),
    validThrough: renamed('validationDates.toDate'),
  },
  ExemptionImport: Object.fromEntries(
    ['ignoredColumns', 'notFoundCustomers', 'rowCount', 'skippedStates', 'successCount']
      .map((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
      .concat([
        ['isDryRun', 'dry_run'],
        ['unlistedErrorCount', 'errors_left_out'],
      ])
      .map(([name, other]) => [name, renamed(other!)]),
  ),
  TaxCodeTaxability: { rules: rule, reasonText: 'A label; REST has the reason.' },
  StateTaxability: { rules: rule, reasonText: 'A label; REST has the reason.' },
  NexusPeriod: { transactions: renamed('transactionsPath'), countries: 'In `transactionsPath`.' },
  Nexus: { id: isNode, version: isEtag },
  AuditEntry: { id: isNode },
  Product: { id: isNode, version: isEtag },
  Refusal: { id: isNode },
  TaxNumberCheck: { id: isNode },
  WebhookDelivery: { id: isNode },
  WebhookEndpoint: { id: isNode },
  Client: { id: isNode },
  TaxReturn: {
    id: 'REST has path.',
    defaultPaidCurrency: 'A default that REST applies.',
    digest: 'REST has it in the ETag.',
    difference: isPath('/v1/returns/place/…/period/…'),
    figures: isPath('/v1/returns/place/…/period/…'),
    form: isPath('…/form'),
    oneStopShopFile: isPath('…/file'),
    reportedLaterCount: isPath('/v1/returns/place/…/period/…'),
    rows: isPath('…/rows'),
    transactions: renamed('transactionsPath'),
  },
  TaxReturnFiling: {
    changedTransactions: isPath('…/filings/{number}/changed_transactions'),
    figures: isPath('…/filings/{number}'),
    difference: isPath('…/filings/{number}'),
    differenceToFirst: isPath('…/filings/{number}'),
    journalRows: isPath('/v1/journal/filings'),
  },
  ExposedPlace: { transactions: renamed('transactionsPath') },
  LiabilityRow: { transactions: renamed('transactionsPath') },
  FilingStatusChange: { transactions: 'REST has their serviceIds.' },
  RateChange: { effect: isPath('…/effect') },
  RateChangeEffect: { openTransactions: renamed('openTransactionsPath') },
};

/** Members only in REST, with the reason; members with a different name in GraphQL are in the list above. */
const lackingInGraphql: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SalesTax: { taxRate: 'The interface has it twice; GraphQL has rate.' },
  ...Object.fromEntries(
    ['TaxCodeTaxability', 'StateTaxability'].map((name) => [
      name,
      Object.fromEntries(
        'name abbreviation taxable specialTreatment calculationType calculationValue description cities regions'
          .split(' ')
          .map((member) => [member, 'GraphQL has it in rules.']),
      ),
    ]),
  ),
  PlaceTotals: { pointers: 'GraphQL has the lines.' },
  TaxReturn: { path: 'GraphQL has id.' },
  TaxReturnFiling: { path: 'GraphQL has figures.' },
  FilingStatusChange: { serviceIds: 'GraphQL has the documents in transactions.' },
};

/** REST groups numbers of one kind. */
const isGrouped = (type: GraphQLNamedType) => type.name === 'ServiceLimits';

type Compared = { readonly name: string; readonly type: GraphQLNamedType; readonly schema: Json };

/** Records at the same position in both doors: named REST records, and unnamed ones within them. */
function* comparedRecords(): Generator<Compared> {
  for (const name of Object.keys(at('components', 'schemas'))) {
    const type = schema.getType(typeNames[name] ?? name);
    if (type && name !== 'Mutation' && !(name in notCompared)) {
      yield* within({ name, type, schema: at('components', 'schemas', name) });
    }
  }
}

function* within({ name, type, schema: shown }: Compared): Generator<Compared> {
  const members = membersOf(shown);
  if (!members || isGrouped(type) || Object.keys(fieldsOf(type)).length === 0) return;
  yield { name, type, schema: members };
  for (const [member, field] of Object.entries(fieldsOf(type))) {
    const inner = getNamedType(field.type);
    // Named records are compared separately; elsewhere, REST may show only a few of their members.
    const isNamed = inner.name in at('components', 'schemas');
    if (isNamed || !(member in members) || JSON.stringify(members[member]).includes('#/components/schemas/')) continue;
    yield* within({ name: inner.name, type: inner, schema: recordOf(members[member]) });
  }
}

/** The members of an object, of the objects in a list, or of the only object among alternatives. */
function membersOf(shown: unknown): Json | null {
  const { items, anyOf, properties } = resolved(shown);
  if (items) return membersOf(items);
  for (const alternative of Array.isArray(anyOf) ? anyOf : []) {
    const found = membersOf(alternative);
    if (found) return found;
  }
  return properties ? recordOf(properties) : null;
}

const fieldsOf = (type: GraphQLNamedType) => (isObjectType(type) || isInterfaceType(type) ? type.getFields() : {});

/** The reasons for a record; a thin form shares those of the full one, and a list those of its records. */
function reasonsFor(lists: typeof lackingInRest, { name, type }: Compared): Readonly<Record<string, string>> {
  return { ...lists[type.name], ...lists[name] };
}

const compared = [...comparedRecords()];

/** Other names mentioned in the reasons above. */
function isOtherName(one: Compared, member: string): boolean {
  return Object.values(reasonsFor(lackingInRest, one)).some((reason) => reason === renamed(member));
}

it('GraphQL has what REST has, or a reason', () => {
  const missing = compared.flatMap((one) =>
    Object.keys(one.schema)
      .filter((member) => !(member in fieldsOf(one.type)) && !isOtherName(one, member))
      // They concern unknown members of the request, which GraphQL refuses.
      .filter((member) => member !== 'warnings')
      .filter((member) => !(member in reasonsFor(lackingInGraphql, one)))
      .map((member) => `${one.name}.${member}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

it('REST has what GraphQL has, or a reason', () => {
  const missing = compared.flatMap((one) =>
    Object.entries(fieldsOf(one.type))
      .filter(([name, { deprecationReason }]) => !deprecationReason && !(name in one.schema))
      .filter(([name]) => !(name in reasonsFor(lackingInRest, one)))
      .map(([name]) => `${one.name}.${name}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

it('a member with a different declared name in REST has that name there', () => {
  const wrong = compared.flatMap((one) =>
    Object.entries(reasonsFor(lackingInRest, one)).flatMap(([field, reason]) => {
      const [, other] = /^REST calls it (\w+)/.exec(reason) ?? [];
      return other === undefined || other in one.schema || !(field in fieldsOf(one.type)) || field in one.schema
        ? []
        : [`${one.name}.${field}: ${other}`];
    }),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

it('no reason is out of date', () => {
  const used = new Set(
    compared.flatMap((one) => {
      const fields = fieldsOf(one.type);
      return [
        ...Object.keys(fields).filter((name) => !(name in one.schema)),
        ...Object.keys(one.schema).filter((name) => !(name in fields)),
      ].flatMap((name) => [`${one.type.name}.${name}`, `${one.name}.${name}`]);
    }),
  );
  const listed = [lackingInRest, lackingInGraphql].flatMap((lists) =>
    Object.entries(lists).flatMap(([type, reasons]) => Object.keys(reasons).map((name) => `${type}.${name}`)),
  );
  expect(listed.filter((one) => !used.has(one))).toEqual([]);
  expect(compared.length).toBeGreaterThan(80);
});
