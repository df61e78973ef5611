import { AppError } from '../../domain/base/errors.ts';

/** A browser sends any of these to another origin only after asking whether it may. */
const askedFor = [
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

/** Refuses what any page could make its reader's browser send: nothing is done, and nothing told, on its behalf. */
export function requirePreflight(headers: Headers): void {
  if (askedFor.some((name) => headers.has(name))) return;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== '' && !simpleTypes.has(type)) return;
  throw new AppError(
    'PREFLIGHT_REQUIRED',
    'Send an Authorization or an Apollo-Require-Preflight header with this request: any page could have had it sent.',
  );
}
