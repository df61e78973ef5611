import { Kind, type OperationDefinitionNode, parse, print } from 'graphql';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { exampleCustomer, exampleIds, exampleInvoice } from '../../../src/rest/openapi/example-data.ts';
import { toldOperations } from '../../support/example-story.ts';
import { changeOfUpdate, largestVariables, states, taxCodes } from './largest-input.ts';
import type { Asked, RootField } from './largest-query.ts';

/** As in the GraphQL twin of a REST operation, or in `unpaired`; null if in neither. */
export function askedFor(order: readonly string[], field: RootField, share = 1): Asked | null {
  const other = unpaired[field.name];
  if (other) {
    const told = toldOperations.find(({ operation }) => operation.id === other.after)!;
    if (other.input === undefined)
      return { after: other.after, definitions: '', args: other.args ?? '', variables: {} };
    const type = String(field.args.find(({ name }) => name === 'input')!.type);
    const variables = largestVariables(told, { input: other.input }, share);
    return { after: other.after, definitions: `$input: ${type}`, args: 'input: $input', variables };
  }
  return askedByTwin(order, field, share);
}

/** With the variables of the first example that has any. */
function askedByTwin(order: readonly string[], field: RootField, share: number): Asked | null {
  for (const id of order) {
    const told = toldOperations.find(({ operation }) => operation.id === id);
    if (!told || 'none' in told.operation.graphql) continue;
    const example = Object.values(told.operation.examples).find(({ variables }) => variables !== undefined);
    const [node] = parse(told.operation.graphql.document).definitions as [OperationDefinitionNode];
    const [root] = node.selectionSet.selections;
    if (!example || root?.kind !== Kind.FIELD || root.name.value !== field.name) continue;
    const wide: Record<string, unknown> = { ...example.variables };
    const kept = (root.arguments ?? []).filter(({ name: { value: name }, value }) => {
      if (name === 'first' || value.kind !== Kind.VARIABLE) return name !== 'first';
      const widest = widestArguments[`${field.name}.${name}`] ?? widestArguments[name];
      const isRequired = String(field.args.find((one) => one.name === name)?.type).endsWith('!');
      if (widest) wide[value.name.value] = widest();
      return widest ? wide[value.name.value] !== undefined : isRequired;
    });
    const args = kept.map(print).join(', ');
    const declared = (node.variableDefinitions ?? []).filter(({ variable }) =>
      kept.some((one) => print(one.value) === print(variable)),
    );
    const names = declared.map(({ variable }) => variable.name.value);
    const variables = largestVariables(
      told,
      Object.fromEntries(Object.entries(wide).filter(([key]) => names.includes(key))),
      share,
    );
    return { after: id, definitions: declared.map(print).join(', '), args, variables };
  }
  return null;
}

/**
 * Root fields that are not the twin of a REST operation: the operation after which they are requested, and their
 * arguments.
 */
export type Unpaired = { readonly after: string; readonly args?: string; readonly input?: unknown };

const client = { by: { clientId: exampleIds.client } };
const endpoint = { by: { serviceId: exampleIds.webhookEndpoint } };
/** Not the document in the examples, which later examples change. */
const invoice = {
  ...exampleInvoice,
  externalId: 'INV-BATCH',
  items: exampleInvoice.items.map((item) => ({
    ...item,
    unitPrice: String(item.unitPrice),
    quantity: String(item.quantity),
    discount: undefined,
  })),
  transactionLevelDiscount: undefined,
  shippingFee: undefined,
};

export const unpaired: Readonly<Record<string, Unpaired>> = {
  node: { after: 'listTransactions', args: 'id: "NODE"' },
  nodes: { after: 'listTransactions', args: 'ids: [NODES]' },
  // The order that begins with the long documents.
  transactions: { after: 'listTransactions', args: 'orderBy: { field: EXTERNAL_ID, direction: ASC }' },
  journal: { after: 'listJournal', args: 'period: { year: "2026" }' },
  rateBookVersions: { after: 'listRateBookVersions' },
  rateUpdates: { after: 'getRateUpdates' },
  rulings: { after: 'listRulings' },
  rateBookDifferences: { after: 'listRateBookDifferences', args: 'fromVersion: 0, toVersion: 1' },
  recalculateTransaction: {
    after: 'recalculateTransaction',
    input: { by: { key: { source: '9', externalId: 'INV-1' } }, reason: 'A certificate arrived late' },
  },
  upsertCustomers: { after: 'batchPutCustomers', input: { customers: [exampleCustomer] } },
  upsertTransactions: { after: 'batchPutTransactions', input: { transactions: [invoice] } },
  cancelExemption: { after: 'createTaxRefunds', input: { by: { serviceId: exampleIds.exemption } } },
  deleteProduct: { after: 'upsertProducts', input: { by: { key: { source: '9', externalId: 'SKU-1' } } } },
  createWebhookEndpoint: {
    after: 'createWebhookEndpoint',
    input: { url: 'https://shop.example.com/hooks', eventTypes: ['*'] },
  },
  testWebhookEndpoint: { after: 'testWebhookEndpoint', input: endpoint },
  rotateWebhookSecret: { after: 'rotateWebhookSecret', input: endpoint },
  // Its twin has deleted the one in the examples.
  deleteWebhookEndpoint: { after: 'deleteWebhookEndpoint', input: { by: { serviceId: 'ENDPOINT' } } },
  createCertificateRequest: {
    after: 'createCertificateRequest',
    input: { customerId: exampleIds.customer, states: ['MN', 'WI'] },
  },
  createClient: { after: 'createClient', input: { name: 'Web shop', scopes: ['tax:read'] } },
  rotateClientSecret: { after: 'rotateClientSecret', input: client },
  revokeClient: { after: 'revokeClient', input: client },
  transactionChanged: { after: 'putTransaction' },
};

/** Root fields requested once more, in the installed version of the rate book. */
export const inUpdate: Readonly<Record<string, string>> = {
  rateChanges: 'inVersion: 1',
  rateChange: `changeId: "${changeOfUpdate}", inVersion: 1`,
};

/** Root fields requested once more, for a list within their records that all fields together are too costly for. */
export const withinRecords: Readonly<Record<string, string>> = {
  taxReturns:
    '{ nodes { filings { journalRows { postedOn period serviceId externalId taxDate role account missingAccount otherAccounts debitAmount creditAmount currency taxKey place } } } }',
};

/** Arguments that make a response longest. Other optional arguments are filters and are omitted. */
export const widestArguments: Readonly<Record<string, () => unknown>> = {
  period: () => ({ year: '2026' }),
  groupBy: () => ['STATE', 'JURISDICTION', 'TAX_CODE', 'REASON'],
  collectFrom: () => 'FIRST_SALE',
  rateBook: () => 'CURRENT',
  country: () => undefined,
  states: () => states,
  places: () => [...states.map((state) => `US-${state}`), 'DE', 'FR', 'CA-QC'],
  'ruleCoverage.places': () => [...states.map((state) => `US-${state}`), 'DE', 'FR'],
  'taxability.input': () => ({
    taxCodes: taxCodes.slice(0, gatewayLimits.taxability.taxCodes),
    states,
    asOf: '2026-07-01',
  }),
  'ecSalesList.country': () => 'DE',
  'ecSalesList.period': () => ({ month: '2026-06' }),
};
