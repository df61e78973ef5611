import { AppError } from '../../domain/base/errors.ts';

/** Browsers send these headers to other origins only after a preflight. */
const preflightHeaders = [
  'authorization',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
  'x-graphql-yoga-csrf',
  'x-requested-with',
];

const simpleTypes: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/** Refuses requests that any web page could send on behalf of its visitor without a preflight. */
export function requirePreflight(headers: Headers): void {
  if (preflightHeaders.some((name) => headers.has(name))) return;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== '' && !simpleTypes.has(type)) return;
  throw new AppError(
    'PREFLIGHT_REQUIRED',
    'Send an Authorization or Apollo-Require-Preflight header, so that other sites cannot send this request.',
  );
}
