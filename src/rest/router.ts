import type { IncomingMessage } from 'node:http';
import { Hono, type Context as HonoContext } from 'hono';
import { AppError, type ErrorCode, errorCodes } from '../domain/base/errors.ts';
import { workCosts } from '../domain/base/work-costs.ts';
import { inputsFor } from '../domain/input-schemas.ts';
import { allowanceHeaders, apiHeaders } from '../http/api-headers.ts';
import { clientAddress, socketOf } from '../http/client-address.ts';
import { compressOnce } from '../http/compression.ts';
import { requireAcceptable } from '../http/media-type.ts';
import { requestIdOf } from '../http/served-request.ts';
import { faultHeader } from '../http/test-faults.ts';
import { authenticated, authorize, type Session } from '../ports/context.ts';
import { expectSoon, largestBody, readBody } from './http/body.ts';
import { useCors } from './http/cors.ts';
import { explained } from './http/explain.ts';
import { answerOnce } from './http/idempotency.ts';
import { requireShort } from './http/long-text.ts';
import { confirmed, shortened } from './http/preferences.ts';
import { asAppError, hintsFor, problemReply, withDeprecation } from './http/problem.ts';
import type { OpenCall, Reply, RestDependencies, Route, RouteCall, RouteOptions } from './http/route.ts';
import { dropReadOnly, refusedWithWarnings, requireKnownMembers, withWarnings } from './http/warnings.ts';
import { allRoutes } from './routes.ts';

/** Sources of the peer's address: the caller of `fetch`, or the socket of Node's HTTP server. */
type RestEnvironment = {
  Bindings: { remoteAddress?: string; incoming?: IncomingMessage };
};
type Exchange = HonoContext<RestEnvironment>;

const json = 'application/json';
/** In characters: more than twice the length of the longest percent-encoded external id. */
const longestUrl = 8_192;

/** The REST API. Each route is one handler without middleware, unless browsers may call from other origins. */
export function createRest(deps: RestDependencies, routes = allRoutes): Hono<RestEnvironment> {
  // Routing uses the raw path: an encoded slash does not split it, and parameters are decoded once.
  const rest = new Hono<RestEnvironment>({ getPath: rawPath });
  const { allowedOrigins } = deps.http;
  if (allowedOrigins.listed.length > 0 || allowedOrigins.loopback) useCors(rest, allowedOrigins);
  for (const route of routes) rest.on(route.method, route.path, handlerOf(route, deps));
  const routesAt = routeFinder(routes);
  rest.notFound((exchange) => unrouted(exchange, deps, methodsOf(routesAt(exchange.req.path))));
  // Errors outside a route, such as those raised while matching the path.
  rest.onError((error, exchange) => {
    const call = callOf(exchange, deps);
    return respond(failure(error, exchange, call), call);
  });
  return rest;
}

function handlerOf(route: Route, deps: RestDependencies): (exchange: Exchange) => Promise<Response> {
  return async (exchange) => {
    const startedAt = performance.now();
    const call = callOf(exchange, deps);
    const caller: Caller = {};
    const reply = await answer(route, call, caller)
      .catch((error: unknown) => {
        caller.code = asAppError(error).code;
        return refusedWithWarnings(call, route.options ?? {}, failure(error, exchange, call, route.options));
      })
      .finally(() => caller.session?.work.end());
    const { work, principal } = caller.session ?? {};
    if (typeof reply.body === 'string') work?.add(workCosts.answerByte * reply.body.length);
    const deprecated = route.options?.deprecated;
    deps.onServed?.({
      door: 'REST',
      operation: `${route.method} ${route.path}`,
      status: reply.status,
      ms: performance.now() - startedAt,
      requestId: call.requestId,
      clientId: principal?.clientId ?? null,
      ...(caller.code && { code: caller.code }),
    });
    const headers = deprecated ? withDeprecation(reply.headers, deprecated) : reply.headers;
    return respond({ ...reply, headers: { ...allowanceHeaders(work?.allowances()), ...headers } }, call);
  };
}

/**
 * Known facts about the caller, for the log: the session once the token is verified, and the error code if the request
 * is refused.
 */
type Caller = { session?: Session | null; code?: ErrorCode };

async function answer(route: Route, call: OpenCall, caller: Caller): Promise<Reply> {
  requireReadable(call);
  const accept = call.request.header('accept');
  const produced = route.options?.produces ?? [json];
  const { method, options = {} } = route;
  if (route.scopes === null) {
    requireAcceptable(accept, produced);
    expectSoon(call.request);
    await requireKnownMembers(call, options);
    return withWarnings(call, options, () => route.handle(call));
  }
  const header = (name: string) => call.request.header(name) ?? null;
  const headers = { authorization: header('authorization'), fault: header(faultHeader) };
  const ctx = await call.deps.contextOf(headers, call.requestId);
  caller.session = ctx.session;
  const session = authenticated(ctx);
  for (const scope of route.scopes) authorize(ctx, scope);
  const explanation = explained(call.request, route, ctx.reference);
  if (explanation) return explanation;
  requireAcceptable(accept, produced);
  const deps = { ...call.deps, inputs: inputsFor(call.deps.inputsByKind, session.tenant) };
  const authorized = { ctx, session, ...call, deps };
  const { useCases } = call.deps;
  const name = route.options?.operation?.id ?? route.path;
  const carryOut = (asked: RouteCall) =>
    useCases ? useCases.useCase(name, () => route.handle(asked)) : route.handle(asked);
  const handle = (asked: RouteCall) => withWarnings(asked, options, () => carryOut(asked));
  await begin(authorized, route);
  await requireKnownMembers(authorized, options);
  await dropReadOnly(authorized, options);
  const reply = await (method === 'POST' && !options.storesNothing
    ? answerOnce(authorized, options, handle)
    : handle(authorized));
  // After a write, the response is always sent, whatever its length.
  const storesNothing = method === 'GET' || options.storesNothing === true;
  if (storesNothing && typeof reply.body === 'string') requireShort(Buffer.byteLength(reply.body));
  const short = method === 'POST' ? reply : shortened(reply, method, call.request);
  return confirmed(short, method, options.operation, call.request);
}

/** Waits for a turn after the body has arrived, so that slow senders do not block others. */
async function begin({ request, session: { work } }: RouteCall, { method, options = {} }: Route): Promise<void> {
  const { isStreamed = false, storesNothing = false, mostBytes = largestBody } = options;
  const isWrite = method !== 'GET' && !storesNothing;
  const hasBody = method !== 'GET' && method !== 'DELETE' && !isStreamed;
  // An error is ignored here: the route reads the body again and throws it.
  const length = hasBody
    ? await readBody(request, mostBytes).then(
        ({ byteLength }) => byteLength,
        () => 0,
      )
    : 0;
  await work.begin();
  work.add(workCosts.bodyByte * length + (isWrite ? workCosts.write : 0));
  // A stream runs for a long time but does little work at once.
  if (isStreamed) work.end();
}

function requireReadable({ request }: OpenCall): void {
  if (request.url.length <= longestUrl) return;
  throw new AppError('URI_TOO_LONG', `A URL may have at most ${longestUrl} characters.`);
}

function callOf({ req, env }: Exchange, deps: RestDependencies): OpenCall {
  const { incoming } = env;
  const peerAddress = (incoming && socketOf(incoming)?.remoteAddress) ?? env.remoteAddress ?? '';
  const forwardedFor = req.header('x-forwarded-for');
  return {
    request: req,
    requestId: requestIdOf(req.header('x-request-id') ?? null),
    remoteAddress: clientAddress({ peerAddress, forwardedFor }, deps.http.trustedProxies),
    peerAddress,
    ...(incoming && { incoming }),
    deps,
  };
}

function respond({ status, body, headers }: Reply, { requestId, request }: OpenCall): Response | Promise<Response> {
  const contentType = body !== null && { 'Content-Type': json };
  const varies = typeof body === 'string' && { Vary: 'Accept-Encoding' };
  const all = { 'X-Request-Id': requestId, ...contentType, ...varies, ...apiHeaders, ...headers };
  // Compression must not delay streamed responses.
  const compressed = typeof body === 'string' ? compressOnce(body, request.header('accept-encoding') ?? null) : null;
  if (compressed === null) return new Response(body, { status, headers: all });
  return compressed.then(({ bytes, encoding }) => {
    const coded = { 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) };
    return new Response(new Uint8Array(bytes), { status, headers: { ...all, ...coded } });
  });
}

function failure(thrown: unknown, { req }: Exchange, { deps, requestId }: OpenCall, options: RouteOptions = {}): Reply {
  const error = asAppError(thrown);
  if (errorCodes[error.code].status >= 500) {
    deps.log.error({ err: error, requestId, method: req.method, path: req.path }, 'a request failed');
  }
  return problemReply(error, requestId, hintsFor(error.code, req.method, options.consumes ?? json));
}

/** Responds to an unknown path, or to a known path with an unsupported method. */
function unrouted(
  exchange: Exchange,
  deps: RestDependencies,
  methods: readonly string[],
): Response | Promise<Response> {
  const { method, path } = exchange.req;
  const call = callOf(exchange, deps);
  if (methods.length === 0) {
    const error = new AppError('PATH_NOT_FOUND', `Unknown path ${JSON.stringify(path.slice(0, 200))}.`);
    return respond(failure(error, exchange, call), call);
  }
  const Allow = methods.join(', ');
  if (method === 'OPTIONS') return respond({ status: 204, body: null, headers: { Allow } }, call);
  const error = new AppError(
    'METHOD_NOT_ALLOWED',
    `The path supports ${Allow.replace(/, (\w+)$/, ' and $1')}, not ${method}.`,
  );
  const reply = failure(error, exchange, call);
  return respond({ ...reply, headers: { ...reply.headers, Allow } }, call);
}

function routeFinder(routes: readonly Route[]): (path: string) => Route[] {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  return (path) => patterns.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route);
}

function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map(({ method }) => method);
  if (methods.length === 0) return [];
  return ['OPTIONS', ...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
}

/** Finds the route of a path, such as `/v1/customers/serviceId/:serviceId`; null for unknown paths. */
export function routeNames(): (path: string) => string | null {
  const routesAt = routeFinder(allRoutes);
  return (path) => routesAt(path)[0]?.path ?? null;
}

function rawPath({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}
