import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../src/domain/account/scope.ts';
import { scopesOf } from '../../src/graphql/base/field-scope.ts';
import { globalId } from '../../src/graphql/base/global-id.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ask, storeCustomer } from './ask.ts';

type Opening = {
  /** Any of these opens the record; the writer of a record gets it back. The first one is for `node`. */
  readonly by: readonly [Scope, ...Scope[]];
  /** Records that show this one as a part, as in REST. */
  readonly within?: readonly string[];
};

/** The scopes required to see records, regardless of the path to them. */
const records: Readonly<Record<string, Opening>> = {
  Account: { by: ['tax:read', ...scopes] },
  AuditEntry: { by: ['audit:read'] },
  Calculation: { by: ['transactions:read', 'transactions:write'] },
  Client: { by: ['admin'] },
  Customer: { by: ['customers:read', 'customers:write'], within: ['Transaction', 'Quote'] },
  ExchangeRate: { by: ['tax:read'] },
  CertificateRequest: { by: ['exemptions:read', 'exemptions:write'] },
  CertificateInvitation: { by: ['exemptions:write'] },
  Exemption: { by: ['exemptions:read', 'exemptions:write'] },
  ExemptionCoverage: { by: ['exemptions:read'] },
  ExemptionFile: { by: ['exemptions:read', 'exemptions:write'] },
  LiabilityRow: { by: ['returns:read'] },
  Nexus: { by: ['nexus:read', 'nexus:write'] },
  NexusTracker: { by: ['nexus:read'] },
  Product: { by: ['tax:read', 'products:write'] },
  Quote: { by: ['tax:read'] },
  Refusal: { by: ['transactions:read'] },
  Refundable: { by: ['transactions:read'] },
  TaxNumberCheck: { by: ['tax:read'] },
  TaxReturn: { by: ['returns:read', 'returns:write'] },
  TaxReturnFigures: { by: ['returns:read'] },
  TaxReturnForm: { by: ['returns:read'] },
  Transaction: { by: ['transactions:read', 'transactions:write'] },
  UnmappedProduct: { by: ['transactions:read'] },
  WebhookDelivery: { by: ['webhooks:read', 'webhooks:write'] },
  WebhookEndpoint: { by: ['webhooks:read', 'webhooks:write'] },
};

type Field = GraphQLField<unknown, unknown>;
type Place = { readonly type: GraphQLNamedType; readonly held: ReadonlySet<Scope> };

/** `any` may be requested with any token, because its records are opened individually. */
const anyToken = ['Query.account', 'Query.node', 'Query.nodes'];

/** The fields that lead a token to a record that its scopes so far do not open. */
function openWithoutScope(): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const waiting: Place[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].map(
    (type) => ({
      type: type!,
      held: new Set(),
    }),
  );
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { type, held } = place;
    const name = `${type.name} ${[...held].sort().join(' ')}`;
    if (seen.has(name) || !(isObjectType(type) || isInterfaceType(type))) continue;
    seen.add(name);
    for (const field of Object.values<Field>(type.getFields())) {
      const at = `${type.name}.${field.name}`;
      const returned = getNamedType(field.type);
      const kinds = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
      const isNode = at === 'Query.node' || at === 'Query.nodes';
      for (const kind of isAbstractType(returned) ? [returned, ...kinds] : kinds) {
        const opening = records[kind.name];
        const within = new Set([...held, ...scopesOf(field), ...(isNode && opening ? [opening.by[0]] : [])]);
        const isOpen = !opening || opening.by.some((scope) => within.has(scope)) || opening.within?.includes(type.name);
        if (!isOpen && !anyToken.includes(at)) found.add(`${at}: ${kind.name}`);
        waiting.push({ type: kind, held: within });
      }
    }
  }
  return [...found].sort();
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('a token sees a record only with a scope for it', () => {
  it('through any field', () => {
    expect(openWithoutScope()).toEqual([]);
  });

  it('and the table has every kind of record', () => {
    const node = schema.getType('Node');
    const kinds = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
    expect(kinds.filter((name) => !(name in records))).toEqual([]);
    expect(Object.keys(records).filter((name) => !isObjectType(schema.getType(name)))).toEqual([]);
  });

  it('and fields of an interface need what those of its types need', () => {
    const wrong = Object.values(schema.getTypeMap()).flatMap((type) =>
      isInterfaceType(type)
        ? schema.getPossibleTypes(type).flatMap((kind) =>
            Object.values<Field>(type.getFields())
              .filter((field) => String(scopesOf(field)) !== String(scopesOf(kind.getFields()[field.name]!)))
              .map((field) => `${kind.name}.${field.name}`),
          )
        : [],
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(records).filter(([name]) => isNodeType(name)))(
    '%s by its id',
    async (name, { by: [scope] }) => {
      const id = globalId(name, '01980000-0000-7000-8000-000000000001');
      const granted = scopes.filter((one) => one !== scope);
      for (const query of [
        'query ($id: ID!) { node(id: $id) { id } }',
        'query ($id: ID!) { nodes(ids: [$id]) { id } }',
      ]) {
        const { errors } = await ask(app, query, { variables: { id }, scopes: granted });
        expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
      }
    },
  );
});

const isNodeType = (name: string): boolean => {
  const type = schema.getType(name);
  return isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node');
};

it('exemptions show no customer without the scope for customers', async () => {
  const { serviceId } = await storeCustomer(app, { email: 'ada@example.com' });
  const shown = '... on UpsertedExemptions { exemptions { customer { name email address { street } } } }';
  const upsert = `mutation ($id: UUID!) {
    upsertExemptions(input: { customerId: $id, exemption: {}, states: [{ code: "MN" }] }) { __typename ${shown} } }`;
  const written = await ask(app, upsert, { variables: { id: serviceId }, scopes: ['exemptions:write'] });
  expect([written.data, written.errors?.[0]?.extensions.code]).toEqual([undefined, 'FORBIDDEN']);
  const stored = await ask(app, upsert, {
    variables: { id: serviceId },
    scopes: ['exemptions:write', 'customers:read'],
  });
  expect(stored.data.upsertExemptions.exemptions[0].customer).toMatchObject({ email: 'ada@example.com' });
  const read = await ask(app, '{ exemptions { nodes { state customer { name email } } } }', {
    scopes: ['exemptions:read'],
  });
  expect(read.data.exemptions.nodes).toMatchObject([{ customer: null }]);
  expect(read.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
});
