import type { Scope } from '../../src/domain/account/scope.ts';
import type { Operation, OperationExample } from '../../src/rest/http/operation.ts';
import type { Route } from '../../src/rest/http/route.ts';
import { exampleIds } from '../../src/rest/openapi/example-data.ts';
import { allRoutes } from '../../src/rest/routes.ts';
import { createDemo } from '../../src/server/demo.ts';
import { bodyOf, startApp, type TestApp, type TestSettings } from './app.ts';
import { type Json, recordOf } from './openapi.ts';
import { aCertificateRequest } from './records.ts';
import { scopesOfDocument } from './scopes-of-document.ts';

/** The operations in an order in which their examples work: records are stored before they are read, and ended last. */
export const storyOrder = [
  'createToken',
  'getJsonWebKeys',
  'getAuthorizationServer',
  'getLiveness',
  'getReadiness',
  'getDocs',
  'getErrorPages',
  'getErrorPage',
  'getCapabilities',
  'getAccount',
  'patchAccount',
  'getTestClock',
  'putTestClock',
  'deleteTestClock',
  'putCustomer',
  'getCustomer',
  'patchCustomer',
  'listCustomers',
  'batchPutCustomers',
  'validateAddress',
  'findSalesTaxRates',
  'findGlobalTaxRates',
  'searchTaxCodes',
  'compareTaxability',
  'getRuleCoverage',
  'listJurisdictions',
  'getRateTable',
  'validateTaxNumber',
  'listTaxNumberChecks',
  'putProduct',
  'getProduct',
  'listProducts',
  'upsertProducts',
  'importProducts',
  'getTaxCodeSuggestions',
  'listUnmappedProducts',
  'calculateTransaction',
  'putTransaction',
  'listRateChangeTransactions',
  'getTransaction',
  'getRefundable',
  'compareScenarios',
  'reconcileDocuments',
  'batchPutTransactions',
  'listTransactions',
  'listTaxLines',
  'listRefusals',
  'upsertExchangeRates',
  'listExchangeRates',
  'getLiability',
  'listUnassignedTax',
  'listLiabilityTransactions',
  'listLiabilityTaxLines',
  'listJournal',
  'getEcSalesList',
  'listAuditEntries',
  'convertTransaction',
  'patchTransaction',
  'recalculateTransaction',
  'listCalculations',
  'getTransactionTrace',
  'getTransactionChecks',
  'getTransactionVatBreakdown',
  'getTransactionReplay',
  'listReplays',
  'cancelTransaction',
  'upsertExemptions',
  'listExemptions',
  'getExemption',
  'patchExemption',
  'deleteExemptionFile',
  'putExemptionFile',
  'getExemptionFile',
  'getExemptionImportTemplate',
  'importExemptions',
  'getExemptionCoverage',
  'listExemptionReasons',
  'estimateExemptionImpact',
  'createTaxRefunds',
  'createCertificateRequest',
  'getCertificateRequest',
  'getCertificateInvitation',
  'listCertificateRequests',
  'listCertificateReminders',
  'decideCertificateRequest',
  'putNexus',
  'getNexus',
  'listRateChanges',
  'getRateChange',
  'getRateChangeEffect',
  'listNexus',
  'getExposure',
  'listDueTaxReturns',
  'deleteNexus',
  'getTaxReturn',
  'listTaxReturnRows',
  'getTaxReturnForm',
  'getOneStopShopFile',
  'listTaxReturnTransactions',
  'fileTaxReturn',
  'listTaxReturnFilings',
  'getTaxReturnFiling',
  'listChangedTransactions',
  'verifyReceipt',
  'listTaxReturns',
  'listFilingJournal',
  'reopenTaxReturn',
  'markTransactionsFiled',
  'reopenTransactions',
  'createWebhookEndpoint',
  'listWebhookEndpoints',
  'getWebhookEndpoint',
  'patchWebhookEndpoint',
  'rotateWebhookSecret',
  'testWebhookEndpoint',
  'listWebhookDeliveries',
  'getWebhookDelivery',
  'redeliverDelivery',
  'redeliverEndpoint',
  'createClient',
  'listClients',
  'getClient',
  'rotateClientSecret',
  'revokeClient',
  'eraseCustomer',
];

export type Told = { readonly route: Route; readonly operation: Operation };

export const toldOperations: readonly Told[] = allRoutes.flatMap((route) =>
  route.options?.operation && !route.options.operation.twinOf ? [{ route, operation: route.options.operation }] : [],
);

type Change = {
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is sent as a repeated parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Text to send instead of the example's body. */
  readonly body?: string;
  /** Names a record that does not exist. */
  readonly isElsewhere?: boolean;
};

/** A file in a form: the member of the input, and its content. */
export type SentFile = {
  readonly field: string;
  readonly content: string;
  readonly type: string;
  readonly name: string;
};

/** The setting of a story: a gateway with the demo, in this process or in another one. */
export type StoryGateway = {
  readonly client: { readonly clientId: string };
  readonly clientSecret: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  tokenWith(scopes: readonly Scope[]): Promise<string>;
};

export type Story = ToldStory & {
  readonly app: TestApp;
  /** The tenant of the demo. */
  readonly tenantId: string;
};

export type ToldStory = {
  /** Sends an example, or a change of it, with the scopes that the operation declares. */
  send(told: Told, example: OperationExample, change?: Change): Promise<Response>;
  /** The header with a token that has these scopes only. */
  tokenWith(scopes: readonly Scope[]): Promise<string>;
  /** Queries GraphQL with the scopes that the selected fields declare, unless others are given. */
  ask(document: string, variables: unknown, granted?: readonly Scope[]): Promise<Json>;
  /** The same with a file in a form. */
  askForm(document: string, variables: unknown, file: SentFile): Promise<Json>;
  /** An example with the ids of this store instead of the documented ones. */
  here(value: unknown): unknown;
  /** A response with the documented ids instead of those of this store. */
  asShown(value: unknown): unknown;
  remember(id: string, body: unknown): void;
};

/** A gateway on a demo store, with a fixed clock. */
export async function startStory(settings: TestSettings = {}): Promise<Story> {
  const now = new Date('2026-07-01T12:00:00.000Z');
  const app = await startApp({ ...settings, now: () => now, http: { publicUrl: 'https://tax.example.org' } });
  const { client, clientSecret } = await createDemo(app.stores, now);
  // Its response comes before its note, so the story uses one that already exists.
  await app.stores.forTenant(client.tenantId).refusals.note({
    source: '1',
    externalId: 'INV-1099',
    code: 'INVALID_INPUT',
    issueCode: 'REQUIRED',
    pointer: '/items/0/quantity',
    refusedAt: now,
  });
  // Due for a reminder.
  await app.stores.forTenant(client.tenantId).certificateRequests.insert(
    aCertificateRequest(exampleIds.customer, new Date(now.getTime() - 7 * 86_400_000), {
      serviceId: '01980000-0000-7000-8000-0000000000a6',
    }),
  );
  const tokens = new Map<string, Promise<string>>();
  const tokenWith = async (granted: readonly Scope[]): Promise<string> => {
    const key = [...granted].sort().join(' ');
    const token = tokens.get(key) ?? app.token(granted, { ...app.tenant, tenantId: client.tenantId });
    tokens.set(key, token);
    return `Bearer ${await token}`;
  };
  // `fetch` is looked up for each request, because a test may replace it.
  const fetch: TestApp['fetch'] = (path, init) => app.fetch(path, init);
  return { ...tellStory({ client, clientSecret, fetch, tokenWith }), app, tenantId: client.tenantId };
}

export function tellStory({ client, clientSecret, fetch, tokenWith }: StoryGateway): ToldStory {
  const shownFor = new Map<string, string>([
    [client.clientId, 'client_…'],
    [clientSecret, 'secret_…'],
  ]);
  const replaced = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
    if (value === undefined) return undefined;
    let text = JSON.stringify(value);
    for (const [from, to] of names) text = text.replaceAll(from, to);
    const parsed: unknown = JSON.parse(text);
    return parsed;
  };
  const here = (value: unknown) => replaced(value, new Map([...shownFor].map(([actual, shown]) => [shown, actual])));
  return {
    here,
    asShown: (value) => replaced(value, shownFor),
    remember(id, body) {
      const one = Array.isArray(body) ? body[0] : body;
      const { serviceId, clientId, filings, link } = recordOf(one);
      if (id === 'getCertificateInvitation' || id === 'listCertificateReminders') {
        shownFor.set(String(link), 'https://tax.example.org/certificates/…');
      }
      if (id === 'fileTaxReturn' && Array.isArray(filings))
        shownFor.set(String(recordOf(filings.at(-1)).receipt), 'receipt_…');
      const made = id === 'createClient' ? clientId : serviceId;
      const shown = {
        putTransaction: exampleIds.transaction,
        listExemptions: exampleIds.exemption,
        createCertificateRequest: exampleIds.certificateRequest,
        createWebhookEndpoint: exampleIds.webhookEndpoint,
        testWebhookEndpoint: exampleIds.webhookDelivery,
        listRefusals: exampleIds.refusal,
        createClient: exampleIds.client,
      }[id];
      const isNew = ![...shownFor.values()].includes(String(shown));
      if (shown !== undefined && isNew && typeof made === 'string') shownFor.set(made, shown);
    },
    async ask(document, variables, granted = scopesOfDocument(document)) {
      const headers = { Authorization: await tokenWith(granted), 'Content-Type': 'application/json' };
      const body = JSON.stringify({ query: document, variables: here(variables) });
      return bodyOf<Json>(fetch('/graphql', { method: 'POST', headers, body }));
    },
    async askForm(document, variables, file) {
      const form = new FormData();
      form.append('operations', JSON.stringify({ query: document, variables: here(variables) }));
      form.append('map', JSON.stringify({ file: [`variables.input.${file.field}`] }));
      form.append('file', new Blob([file.content], { type: file.type }), file.name);
      const headers = { Authorization: await tokenWith(scopesOfDocument(document)) };
      return bodyOf<Json>(fetch('/graphql', { method: 'POST', headers, body: form }));
    },
    tokenWith,
    async send({ route, operation }, example, change = {}) {
      const { mediaType = 'application/json' } = operation.body ?? {};
      const isForm = mediaType === 'multipart/form-data';
      const isFile = !isForm && mediaType !== 'application/json';
      const values = recordOf(change.isElsewhere ? elsewhere : here(example.path));
      const headers = {
        ...(route.scopes !== null && {
          Authorization: await tokenWith([...route.scopes, ...showsMoreWith(operation)]),
        }),
        ...(example.body !== undefined && !isForm && { 'Content-Type': mediaType }),
        ...change.headers,
      };
      const body =
        change.body ??
        (isForm ? formOf(example.body) : isFile ? String(example.body) : JSON.stringify(here(example.body)));
      return fetch(pathOf(route, values, { ...example.query, ...change.query }), {
        method: route.method,
        headers,
        ...(example.body !== undefined && { body }),
      });
    },
  };
}

/** Scopes that an operation does not require, but which extend its response or the permissions of its client. */
export function showsMoreWith({ id }: Operation): readonly Scope[] {
  if (id === 'createClient' || id === 'rotateClientSecret')
    return ['customers:write', 'transactions:write', 'tax:read'];
  return id === 'calculateTransaction' || id === 'listExemptions' ? ['customers:read'] : [];
}

const elsewhere = {
  source: '9',
  externalId: 'nowhere',
  serviceId: '01980000-0000-7000-8000-0000000000ff',
  state: 'WY',
  country: 'FR',
  region: 'nowhere',
  id: '2027-07-01.US.WY.RATE',
  code: 'NOWHERE',
  place: 'DE',
  period: '2026-01',
  scheme: 'STANDARD',
  number: '999',
  clientId: 'client_nowhere',
};

function pathOf(route: Route, values: Json, query: NonNullable<Change['query']>): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

export function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(recordOf(body))) {
    form.append(name, new Blob([String(text)], { type: 'text/csv' }), 'exemptions.csv');
  }
  return form;
}
