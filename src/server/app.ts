import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { createTestRegister } from '../adapters/registers/create-registers.ts';
import type { Demo } from '../domain/account/demo.ts';
import type { Tenant } from '../domain/account/tenant.ts';
import type { InputsByKind } from '../domain/input-schemas.ts';
import { createGraphql, type GraphqlSettings } from '../graphql/server.ts';
import { createLiveStreams } from '../graphql/subscriptions/live-streams.ts';
import { clientAddress, socketOf } from '../http/client-address.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import type { OnServed } from '../http/served-request.ts';
import { createTestFaults } from '../http/test-faults.ts';
import { discardingUnreadBodies } from '../http/unread-body.ts';
import { wellFormed } from '../http/well-formed.ts';
import type { Authenticator } from '../ports/authenticator.ts';
import { certificatesPath } from '../ports/certificate-links.ts';
import type { ContextFactory, OnCalculated } from '../ports/context.ts';
import type { CacheWatch, Tracing } from '../ports/observation.ts';
import type { RateBookVersions } from '../ports/rate-book-versions.ts';
import type { RateBookInForce } from '../ports/reference-data.ts';
import type { Register } from '../ports/register.ts';
import type { SharedCounts } from '../ports/shared-counts.ts';
import type { Stores } from '../ports/stores.ts';
import { withTestLand } from '../rates/book/with-test-land.ts';
import { createKeptVersions } from '../rates/versions/kept-versions.ts';
import { createRuledBooks } from '../rates/versions/ruled-books.ts';
import { createRest, routeNames } from '../rest/router.ts';
import { createRefusalNotes } from '../usecases/refusals/refusal-notes.ts';
import { createConsole, isConsolePath } from '../web/pages/console.ts';
import { createGuides, isGuidesPath } from '../web/pages/guides.ts';
import type { SignInSettings } from '../web/pages/sign-in-endpoints.ts';
import type { RequestSpans } from './observation/tracing/request-spans.ts';

type AppDependencies = {
  readonly stores: Stores;
  readonly rateBook: RateBookInForce;
  /** The enabled tax number registers. */
  readonly registers: readonly Register[];
  readonly authenticator: Authenticator;
  readonly log: Logger;
  readonly http: HttpSettings;
  /** Issues demo tokens for the interactive pages; null without a demo tenant. */
  readonly demo: Demo | null;
  readonly graphql: GraphqlSettings;
  /** Where users sign in to the console; absent or null if only a client id and secret are accepted. */
  readonly signIn?: SignInSettings | null;
  readonly inputsByKind: InputsByKind;
  /** Aborted when the gateway begins to stop. */
  readonly stopping: AbortSignal;
  /** Absent unless the gateway has several workers. */
  readonly counts?: SharedCounts;
  /** Called for each served request, for the log and the metrics. */
  readonly onServed?: OnServed;
  readonly onCalculated?: OnCalculated;
  readonly onCacheUsed?: CacheWatch;
  /** Absent unless tracing is on. */
  readonly tracing?: { readonly requests: RequestSpans; readonly parts: Tracing };
  now(): Date;
};

/** The gateway, as a handler of web requests and as a listener for Node's HTTP server. */
type App = {
  /** `remoteAddress` is the other end of the connection, which may be a proxy. */
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
  readonly listener: RequestListener;
  /** The route pattern of a path, without record keys, for the log; null for unknown paths. */
  routeOf(path: string): string | null;
  /** Ends all subscriptions and refuses new ones, so that the server can stop. */
  endStreams(): void;
  /** Number of open subscriptions. */
  openStreams(): number;
};

const graphqlPath = '/graphql';
/** Paths of the GraphQL endpoint, the files of its GraphiQL page, and the schema files. */
const graphqlPaths = /^\/graphql(?:\/graphiql\/|(?:\/(?:schema|subgraph)\.graphql|\/possibleTypes\.json)?(?:\?|$))/;

/** Connects stores, reference data and authentication to REST and GraphQL. */
export function createApp(deps: AppDependencies): App {
  if (!deps.tracing) return connect(deps);
  const { requests } = deps.tracing;
  const onServed: OnServed = (request) => {
    requests.onServed(request);
    deps.onServed?.(request);
  };
  const app = connect({ ...deps, onServed });
  return { ...app, fetch: requests.fetch(app.fetch), listener: requests.listener(app.listener) };
}

function connect(deps: AppDependencies): App {
  const sessionOf = async (authorization: string | null, requestId: string) => {
    const caller = await deps.authenticator.authenticate(authorization);
    if (!caller) return null;
    const { clientId, tenantId } = caller.principal;
    return { ...caller, stores: deps.stores.forTenant(tenantId, { clientId, requestId }, caller.work) };
  };
  const rateBookVersions = createKeptVersions(deps.stores.rateBooks, deps.rateBook, deps.log);
  const ruledBooks = createRuledBooks(deps.stores, deps.log);
  const booksOf = async (tenant: Tenant | undefined) => {
    const inForce = deps.rateBook.current();
    if (!tenant) return { reference: inForce, rateBookVersions };
    const isTest = tenant.kind === 'TEST';
    const versions = ruledBooks.versionsFor(rateBookVersions, tenant);
    const testVersions: RateBookVersions = {
      ...versions,
      open: async (...asked) => {
        const book = await versions.open(...asked);
        return book && withTestLand(book);
      },
    };
    return {
      reference: await ruledBooks.bookFor(tenant, inForce),
      rateBookVersions: isTest ? testVersions : versions,
    };
  };
  const refusals = createRefusalNotes(deps.stores, (error) =>
    deps.log.debug(error, 'a refused document could not be recorded'),
  );
  const testFault = createTestFaults(deps.stopping);
  const testRegister = createTestRegister(deps.now);
  const contextOf: ContextFactory = async ({ authorization, fault }, requestId) => {
    const own = await sessionOf(authorization, requestId);
    const isOvertaken = own !== null && (await testFault(fault, own.tenant));
    const session = isOvertaken ? { ...own, isOvertaken } : own;
    const kind = session?.tenant.kind ?? 'LIVE';
    return {
      session,
      ...(await booksOf(session?.tenant)),
      registers: kind === 'TEST' ? [testRegister, ...deps.registers] : deps.registers,
      requestId,
      onCalculated: deps.onCalculated,
      refusals,
      receipts: deps.authenticator.receipts,
      certificateLinkTo: async (link) =>
        `${deps.http.publicUrl ?? ''}${certificatesPath}${await deps.authenticator.certificateLinks.sign(link)}`,
      now: deps.now,
    };
  };
  const { inputsByKind } = deps;
  const useCases = deps.tracing?.parts;
  const rest = createRest({ ...deps, contextOf, inputs: inputsByKind.LIVE, useCases });
  const streams = createLiveStreams({ shared: deps.counts?.held('streams') });
  const graphql = createGraphql({
    ...deps,
    settings: deps.graphql,
    contextOf,
    inputs: inputsByKind,
    streams,
    endpoint: graphqlPath,
    useCases,
  });
  const serveConsole = createConsole({ hasDemo: deps.demo !== null, signIn: deps.signIn ?? null, log: deps.log });
  const serveGuides = createGuides();
  const isPagePath = (path: string) => isConsolePath(path) || isGuidesPath(path);
  const servePages = (request: Request) =>
    isConsolePath(new URL(request.url).pathname) ? serveConsole(request) : serveGuides(request);
  const pagesListener = getRequestListener(servePages, { autoCleanupIncoming: false });
  const restListener = getRequestListener(rest.fetch, { autoCleanupIncoming: false }); // See `discardingUnreadBodies`.
  const { trustedProxies } = deps.http;
  const addressOf = (peerAddress: string, forwardedFor: string | undefined) =>
    clientAddress({ peerAddress, forwardedFor }, trustedProxies);
  const restRouteOf = routeNames();
  const isGraphql = (path: string) => graphqlPaths.test(path);
  return {
    fetch: async (request, remoteAddress = '127.0.0.1') => {
      const { pathname } = new URL(request.url);
      if (isPagePath(pathname)) return servePages(request);
      if (!isGraphql(pathname)) return rest.fetch(request, { remoteAddress });
      const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined;
      return graphql.fetch(request, { remoteAddress: addressOf(remoteAddress, forwardedFor) });
    },
    listener: wellFormed(
      discardingUnreadBodies((request, response) => {
        if (isPagePath(request.url ?? '')) pagesListener(request, response);
        else if (!isGraphql(request.url ?? '')) restListener(request, response);
        else if (trustedProxies === 0) graphql.listener(request, response);
        else {
          const forwardedFor = request.headersDistinct['x-forwarded-for']?.join();
          graphql.listener(request, response, addressOf(socketOf(request)?.remoteAddress ?? '', forwardedFor));
        }
      }),
    ),
    routeOf: (path) => {
      if (isConsolePath(path)) return '/console';
      if (isGuidesPath(path)) return '/docs';
      return isGraphql(path) ? graphqlPath : restRouteOf(path);
    },
    endStreams: streams.end,
    openStreams: streams.count,
  };
}
