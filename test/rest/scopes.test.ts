import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopeMeanings, scopes } from '../../src/domain/account/scope.ts';
import { allRoutes } from '../../src/rest/routes.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type DocumentedOperation, operations, recordOf } from '../support/openapi.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The scopes that the document states; null if no token is needed. */
function statedScopes({ operation }: DocumentedOperation): readonly Scope[] | null {
  const [oauth] = operation.security as { oauth2: readonly Scope[] }[];
  return oauth?.oauth2 ?? null;
}

/** A request that is invalid in every part: path, query, headers and body. */
async function sendNonsense({ method, path }: DocumentedOperation, granted: readonly Scope[]) {
  const response = await app.fetch(`${path.replaceAll(/\{\w+\}/g, '%00')}?nonsense=1&limit=none`, {
    method,
    headers: {
      Authorization: `Bearer ${await app.token(granted)}`,
      'Content-Type': 'text/nonsense',
      'Idempotency-Key': 'two words',
      'If-Match': 'nothing',
      ...(method === 'GET' && { Accept: 'text/nonsense' }),
    },
    ...(method !== 'GET' && { body: '{' }),
  });
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  return { status: response.status, code };
}

const named = operations.map((one) => [`${one.method} ${one.path}`, one] as const);

describe('the scopes that the document states are those that a request needs, before anything else:', () => {
  it.each(named)('%s', async (_name, one) => {
    const stated = statedScopes(one);
    for (const missing of stated ?? []) {
      const granted = scopes.filter((scope) => scope !== missing);
      expect(await sendNonsense(one, granted), `without ${missing}`).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
    const { status } = await sendNonsense(one, stated ?? []);
    expect([401, 403]).not.toContain(status);
    const sentence = /Needs the scopes? ([^.]*)\.|no scope is needed|$/.exec(String(one.operation.description))!;
    expect([...(sentence[1] ?? '').matchAll(/`([\w:]+)`/g)].map(([, scope]) => scope)).toEqual([...(stated ?? [])]);
  });

  it('also of routes that are not documented', () => {
    const documented = new Set(named.map(([name]) => name));
    const hidden = allRoutes.filter(
      ({ method, path, scopes: needed }) =>
        needed !== null && !documented.has(`${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`),
    );
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

/** The required part of the name of a scope that opens operations with a tag. */
const words: Readonly<Record<string, RegExp>> = {
  Account: /account/,
  Audit: /audit trail/,
  Customers: /customers/,
  'Exchange rates': /exchange rates/,
  Exemptions: /exemptions/,
  Liability: /liability|documents/,
  Lookups: /rates, rules, places/,
  Nexus: /nexus/i,
  Returns: /returns|documents/,
  'Tax numbers': /tax number/,
  Transactions: /documents|quotes/,
  Webhooks: /webhook/,
};

it.each(scopes)('the description of the scope %s names what it opens', (scope) => {
  const opened = operations.filter((one) => statedScopes(one)?.join() === scope);
  expect(opened.length).toBeGreaterThan(0);
  const tags = new Set(opened.map(({ operation }) => String((operation.tags as string[])[0])));
  for (const tag of tags) expect(scopeMeanings[scope], tag).toMatch(words[tag]!);
  const shown = JSON.stringify(opened.map(({ operation }) => recordOf(operation.responses)['200'] ?? null));
  if (/#\/components\/schemas\/Transaction"/.test(shown)) expect(scopeMeanings[scope]).toContain('customers');
});
