import type { RequestListener } from 'node:http';
import { type Logger, pino } from 'pino';
import { createAuthenticator } from '../../src/adapters/auth/authenticator.ts';
import type { TurnLimits } from '../../src/adapters/auth/turns.ts';
import type { Demo } from '../../src/domain/account/demo.ts';
import { scopes as allScopes, type Scope } from '../../src/domain/account/scope.ts';
import type { Tenant } from '../../src/domain/account/tenant.ts';
import { createInputsByKind } from '../../src/domain/input-schemas.ts';
import type { TargetRules } from '../../src/domain/webhooks/endpoint-input.ts';
import type { GraphqlSettings } from '../../src/graphql/server.ts';
import type { HttpSettings } from '../../src/http/http-settings.ts';
import type { OnServed } from '../../src/http/served-request.ts';
import type { RateBookInForce } from '../../src/ports/reference-data.ts';
import type { Register } from '../../src/ports/register.ts';
import type { Stores, TenantStores } from '../../src/ports/stores.ts';
import { createApp } from '../../src/server/app.ts';
import type { Metrics } from '../../src/server/observation/metrics.ts';
import type { Traces } from '../../src/server/observation/tracing/start-tracing.ts';
import { aClient, insertClient } from './clients.ts';
import { inputsByKind, reference, testReference } from './context.ts';
import { heldToDocument } from './contract.ts';
import { plainGraphql, plainHttp } from './settings.ts';
import { aTenant, openTestStore, type TestStore } from './stores.ts';
import { loadSigningKey } from './template.ts';

export type TestApp = {
  readonly store: TestStore;
  readonly stores: Stores;
  readonly tenant: Tenant;
  /** The records of the tenant. */
  readonly records: TenantStores;
  /** A token with these scopes. Default: all scopes. */
  token(scopes?: readonly Scope[], tenant?: Tenant): Promise<string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request from an address. */
  fetchFrom(remoteAddress: string, request: Request): Promise<Response>;
  /** For Node's HTTP server. */
  readonly listener: RequestListener;
  endStreams(): void;
  openStreams(): number;
  /** Sends a request with a token for all scopes; a body is sent as JSON. */
  send(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
};

export type TestSettings = {
  /** The store of another app, which then closes it. */
  readonly store?: TestStore;
  /** A tenant that is already stored. */
  readonly tenant?: Tenant;
  /** Wraps the stores for the app. */
  wrap?(stores: Stores): Stores;
  readonly http?: Partial<HttpSettings>;
  readonly log?: Logger;
  /** Default: the bundled one. */
  readonly rateBook?: RateBookInForce;
  readonly registers?: readonly Register[];
  readonly graphql?: Partial<GraphqlSettings>;
  readonly demo?: Demo;
  readonly webhookTargets?: TargetRules;
  readonly stopping?: AbortSignal;
  readonly onServed?: OnServed;
  readonly tracing?: Traces;
  readonly metrics?: Metrics;
  /** The limit of each client. Default: none. */
  readonly requestsPerMinute?: number;
  readonly costPerMinute?: number;
  readonly turns?: TurnLimits;
  now?(): Date;
  /** The clock of the authenticator, which caches accounts for less than a second. Default: the real one. */
  authNow?(): Date;
};

const plainRateBook: RateBookInForce = {
  current: (kind) => (kind === 'TEST' ? testReference : reference),
  refusal: () => null,
};

/** The gateway with both doors, over a store with one tenant. */
export async function startApp(settings: TestSettings = {}): Promise<TestApp> {
  const store = settings.store ?? (await openTestStore());
  const stores = settings.wrap?.(store.stores) ?? store.stores;
  const tenant = settings.tenant ?? (await aTenant(store.stores));
  const authenticator = await createAuthenticator({
    stores,
    config: {
      signingKey: loadSigningKey(),
      keyEncryptionKey: null,
      issuer: 'tollgate',
      audience: 'tollgate',
      external: null,
      requestsPerMinute: settings.requestsPerMinute ?? 0,
      costPerMinute: settings.costPerMinute ?? 0,
      turns: settings.turns ?? { inAll: 16, perTenant: 12, waitingPerTenant: 500 },
    },
    onCacheUsed: settings.metrics?.onCacheUsed,
    now: settings.authNow ?? (() => new Date()),
  });
  const { rateBook = plainRateBook } = settings;
  const isPlain = rateBook === plainRateBook && settings.webhookTargets === undefined;
  const app = createApp({
    stores,
    rateBook,
    registers: settings.registers ?? [],
    authenticator,
    log: settings.log ?? pino({ level: 'silent' }),
    http: { ...plainHttp, ...settings.http },
    demo: settings.demo ?? null,
    graphql: { ...plainGraphql, usesYogaAlone: process.env.TEST_YOGA_ALONE === '1', ...settings.graphql },
    inputsByKind: isPlain
      ? inputsByKind
      : createInputsByKind((kind) => () => rateBook.current(kind), settings.webhookTargets),
    stopping: settings.stopping ?? new AbortController().signal,
    onServed: settings.onServed ?? settings.metrics?.onServed,
    onCalculated: settings.metrics?.onCalculated,
    onCacheUsed: settings.metrics?.onCacheUsed,
    tracing: settings.tracing,
    now: settings.now ?? (() => new Date()),
  });
  const token = async (scopes: readonly Scope[] = allScopes, holder: Tenant = tenant) => {
    // Older than the clients that a test creates.
    const createdDate = new Date('2020-01-01T00:00:00Z');
    const client = aClient(holder.tenantId, {
      scopes,
      internalTimestamps: { createdDate, updatedDate: createdDate },
    });
    await insertClient(store, client);
    return (await authenticator.issueTokenTo(client)).accessToken;
  };
  const fullToken = await token();
  const fetch: TestApp['fetch'] = async (path, init) => {
    const response = await app.fetch(new Request(`http://localhost${path}`, init));
    return heldToDocument(init?.method ?? 'GET', path, response);
  };
  return {
    store,
    stores,
    tenant,
    records: stores.forTenant(tenant.tenantId),
    token,
    fetch,
    fetchFrom: (remoteAddress, request) => app.fetch(request, remoteAddress),
    listener: app.listener,
    endStreams: app.endStreams,
    openStreams: app.openStreams,
    send: (method, path, json, headers) =>
      fetch(path, {
        method,
        headers: {
          Authorization: `Bearer ${fullToken}`,
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: json === undefined ? undefined : JSON.stringify(json),
      }),
    close: async () => {
      if (!settings.store) await store.close();
    },
  };
}

/** The body of a response, in the type that its caller expects. */
export async function bodyOf<Body>(response: Response | Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}
