import { Hono, type Context as HonoContext } from 'hono';
import { cors } from 'hono/cors';
import { authenticated, authorize } from '../context.ts';
import { AppError, errorCodes } from '../domain/errors.ts';
import { requestIdOf } from '../domain/request-id.ts';
import { accountRoutes } from './account.ts';
import { customerRoutes } from './customers.ts';
import { exemptionRoutes } from './exemptions.ts';
import { healthRoutes } from './health.ts';
import { asAppError, problemReply } from './problem.ts';
import type { OpenCall, Reply, RestDependencies, Route } from './route.ts';
import { tokenRoutes } from './token.ts';
import { transactionRoutes } from './transactions.ts';

/** Who asks: told by the caller of `fetch`, or by the socket under Node's HTTP server. */
export type RestEnvironment = {
  Bindings: { remoteAddress?: string; incoming?: { readonly socket: { readonly remoteAddress?: string } } };
};
type Exchange = HonoContext<RestEnvironment>;

const routes: readonly Route[] = [
  ...accountRoutes,
  ...tokenRoutes,
  ...healthRoutes,
  ...customerRoutes,
  ...transactionRoutes,
  ...exemptionRoutes,
];

/** The REST door. Each route is one handler with no middleware around it, unless browsers of other origins may call. */
export function createRest(deps: RestDependencies): Hono<RestEnvironment> {
  // Routing takes the path as it was sent: an encoded slash does not part it, and parameters are decoded once.
  const rest = new Hono<RestEnvironment>({ getPath: rawPath });
  if (deps.corsOrigins.length > 0) useCors(rest, deps.corsOrigins);
  for (const route of routes) rest.on(route.method, route.path, handlerOf(route, deps));
  rest.notFound((exchange) => unrouted(exchange, deps));
  return rest;
}

function handlerOf(route: Route, deps: RestDependencies): (exchange: Exchange) => Promise<Response> {
  return async (exchange) => {
    const call = callOf(exchange, deps);
    try {
      return respond(await answer(route, call), call.requestId);
    } catch (error) {
      return fail(error, exchange, call);
    }
  };
}

async function answer(route: Route, call: OpenCall): Promise<Reply> {
  if (route.scope === null) return route.handle(call);
  const ctx = await call.deps.contextOf(call.request.header('authorization') ?? null, call.requestId);
  const session = route.scope === 'any' ? authenticated(ctx) : authorize(ctx, route.scope);
  return route.handle({ ...call, ctx, session });
}

function callOf({ req, env }: Exchange, deps: RestDependencies): OpenCall {
  return {
    request: req,
    requestId: requestIdOf(req.header('x-request-id') ?? null),
    remoteAddress: env.remoteAddress ?? env.incoming?.socket.remoteAddress ?? '',
    deps,
  };
}

function respond({ status, body, headers }: Reply, requestId: string): Response {
  return new Response(body, {
    status,
    headers: {
      ...(body !== null && { 'Content-Type': 'application/json' }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
  });
}

function fail(thrown: unknown, { req }: Exchange, { deps, requestId }: OpenCall, headers?: Reply['headers']): Response {
  const error = asAppError(thrown);
  if (errorCodes[error.code].status >= 500) {
    deps.log.error({ err: error, requestId, method: req.method, path: req.path }, 'a request failed');
  }
  return respond(problemReply(error, requestId, headers), requestId);
}

/** A path that no route has, or a known path with another method. */
function unrouted(exchange: Exchange, deps: RestDependencies): Response {
  const { method, path } = exchange.req;
  const call = callOf(exchange, deps);
  const methods = methodsOf(path);
  if (methods.length === 0) return fail(new AppError('PATH_NOT_FOUND', `There is no path ${path}.`), exchange, call);
  const Allow = methods.join(', ');
  if (method === 'OPTIONS') return respond({ status: 204, body: null, headers: { Allow } }, call.requestId);
  const error = new AppError('METHOD_NOT_ALLOWED', `The path takes ${Allow}, not ${method}.`);
  return fail(error, exchange, call, { Allow });
}

const patterns = routes.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
}));

function methodsOf(path: string): string[] {
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return [];
  return ['OPTIONS', ...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
}

function rawPath({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Preflights are answered at once; any other OPTIONS asks what the path takes. */
function useCors(rest: Hono<RestEnvironment>, origins: readonly string[]): void {
  const answerCors = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
    exposeHeaders: ['Link', 'Location', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    maxAge: 600,
  });
  rest.use((exchange, next) => {
    const { req } = exchange;
    const isPlainOptions = req.method === 'OPTIONS' && req.header('access-control-request-method') === undefined;
    return isPlainOptions ? next() : answerCors(exchange, next);
  });
}
