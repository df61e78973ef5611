import type { Env, Hono } from 'hono';
import { cors } from 'hono/cors';
import { allowanceHeaderNames } from '../../http/api-headers.ts';
import { demoTokenPath } from '../../http/demo-request.ts';
import { type AllowedOrigins, isAllowedOrigin } from '../../http/http-settings.ts';
import { faultHeader } from '../../http/test-faults.ts';

/**
 * Request headers that pages from other origins may send, and response headers that they may read, in addition to the
 * defaults.
 */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  faultHeader,
  'X-Request-Id',
] as const;
const exposedHeaders = [
  'Accept-Patch',
  'Accept-Post',
  'Allow',
  'Date',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  ...allowanceHeaderNames,
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
] as const;

/**
 * Preflights are answered immediately, except those for the demo token, which other origins may not request. Any other
 * OPTIONS request returns the methods of the path.
 */
export function useCors<Environment extends Env>(rest: Hono<Environment>, allowed: AllowedOrigins): void {
  const answerCors = cors({
    origin: allowed.listed.includes('*') ? '*' : (origin) => (isAllowedOrigin(allowed, origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [...requestHeaders],
    exposeHeaders: [...exposedHeaders],
    maxAge: 600,
  });
  rest.use((exchange, next) => {
    const { req } = exchange;
    const isPlainOptions = req.method === 'OPTIONS' && req.header('access-control-request-method') === undefined;
    return isPlainOptions || req.path === demoTokenPath ? next() : answerCors(exchange, next);
  });
}
