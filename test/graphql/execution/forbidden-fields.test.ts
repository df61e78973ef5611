import { isObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopesOf } from '../../../src/graphql/base/field-scope.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { ask, storeCustomer } from '../ask.ts';

let app: TestApp;
let externalId: string;
let customerId: string;
let made = 0;
beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());
beforeEach(() => {
  externalId = `forbidden-${made++}`;
});

const upsert = (selection: string, variables = '') =>
  `mutation ($input: CustomerInput!${variables}) { upsertCustomer(input: $input) { ... on Customer { id ${selection} } } }`;
const exemptions = 'exemptions { nodes { id } }';

/** Whether a customer, or document, with the id of this test is stored. */
async function isStored(list: 'customers' | 'transactions' = 'customers'): Promise<boolean> {
  const query = `query ($id: String!) { ${list}(filter: { externalId: { eq: $id } }) { totalCount } }`;
  return (await ask(app, query, { variables: { id: externalId } })).data[list].totalCount > 0;
}

const asWriter = (query: string, more: Record<string, unknown> = {}) =>
  ask(app, query, {
    scopes: ['customers:write', 'transactions:write'],
    variables: { input: aCustomerBody({ externalId }), ...more },
  });

describe('a mutation that selects a field that its token may not read', () => {
  it('is rejected before anything is stored, with all such fields', async () => {
    const { status, data, errors } = await asWriter(
      upsert(`name ${exemptions} documents: transactions { totalCount }`),
    );
    expect([status, data]).toEqual([403, undefined]);
    expect(errors).toMatchObject([
      {
        message:
          'The token lacks the scope exemptions:read, required for upsertCustomer.exemptions. Nothing was changed.',
        locations: [{ line: 1 }],
        extensions: {
          code: 'FORBIDDEN',
          issues: [{ path: ['upsertCustomer', 'exemptions'], code: 'FORBIDDEN' }],
        },
      },
      {
        message:
          'The token lacks the scope transactions:read, required for upsertCustomer.documents. Nothing was changed.',
        extensions: { code: 'FORBIDDEN', issues: [{ path: ['upsertCustomer', 'documents'] }] },
      },
    ]);
    expect(await isStored()).toBe(false);
  });

  it.each([
    ['a fragment', `${upsert('...f')} fragment f on Customer { ... { ${exemptions} } }`],
    [
      'a mutation beside it',
      upsert(
        '} } cancelTransaction(input: { by: { key: { source: "9", externalId: "x" } } }) { ... on Transaction { refunds { totalCount }',
      ),
    ],
    ['a selection that is included', upsert('exemptions @include(if: true) { totalCount }')],
  ])('is found in %s', async (_, query) => {
    const { status, errors } = await asWriter(query);
    expect(status).toBe(403);
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await isStored()).toBe(false);
  });

  it('is found in the result of a document', async () => {
    const query = `mutation ($input: TransactionInput!) {
      upsertTransaction(input: $input) { ... on Transaction { createdFromTransaction { id } } }
    }`;
    const input = anInvoiceBody(customerId, { externalId });
    const { errors } = await ask(app, query, { scopes: ['transactions:write'], variables: { input } });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await isStored('transactions')).toBe(false);
  });

  it('is executed if the selection is omitted or allowed', async () => {
    const conditional = upsert(`exemptions @include(if: $more) { totalCount }`, ', $more: Boolean = false');
    expect((await asWriter(conditional, { more: true })).status).toBe(403);
    expect(await isStored()).toBe(false);
    expect((await asWriter(conditional)).errors).toBeUndefined();
    expect(await isStored()).toBe(true);
    const skipped = upsert(`exemptions @skip(if: $less) { totalCount }`, ', $less: Boolean!');
    expect((await asWriter(skipped, { less: true })).errors).toBeUndefined();
    const allowed = await ask(app, upsert(exemptions), {
      scopes: ['customers:write', 'exemptions:read'],
      variables: { input: aCustomerBody({ externalId }) },
    });
    expect(allowed.data.upsertCustomer.exemptions).toEqual({ nodes: [] });
  });
});

it('a query returns the other fields', async () => {
  const query = '{ account { name } customers(first: 1) { nodes { id exemptions { totalCount } } } }';
  const { status, errors } = await ask(app, query, { scopes: ['customers:read'] });
  expect(status).toBe(200);
  expect(errors).toMatchObject([{ path: ['customers', 'nodes', 0, 'exemptions'], extensions: { code: 'FORBIDDEN' } }]);
});

it('every field within a record that needs separate scopes is known', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !['Query', 'Mutation', 'Subscription'].includes(type.name)
      ? Object.values(type.getFields()).map((field) => ({ type, field }))
      : [],
  );
  const stated = fields
    .filter(({ field }) => scopesOf(field).length > 0)
    .map(({ type, field }) => `${type.name}.${field.name}`);
  expect(stated.sort()).toEqual([
    'CertificateRequest.customer',
    'CertificateRequest.invitation',
    'Customer.exemptionCoverage',
    'Customer.exemptions',
    'Customer.transactions',
    'Exemption.customer',
    'ExposedPlace.transactions',
    'FilingStatusChange.transactions',
    'Liability.unassignedTax',
    'LiabilityRow.transactions',
    'NexusPeriod.transactions',
    'PeriodClosed.taxReturn',
    'RateChange.effect',
    'RateChangeEffect.openTransactions',
    'TaxReturn.difference',
    'TaxReturn.digest',
    'TaxReturn.figures',
    'TaxReturn.form',
    'TaxReturn.oneStopShopFile',
    'TaxReturn.reportedLaterCount',
    'TaxReturn.rows',
    'TaxReturn.transactions',
    'TaxReturnFiling.changedTransactions',
    'TaxReturnFiling.difference',
    'TaxReturnFiling.differenceToFirst',
    'TaxReturnFiling.figures',
    'TaxReturnFiling.journalRows',
    'Transaction.createdFromTransaction',
    'Transaction.derivedTransactions',
    'Transaction.refundable',
    'Transaction.refunds',
    'Transaction.replay',
    'TransactionEvent.transaction',
  ]);
});
