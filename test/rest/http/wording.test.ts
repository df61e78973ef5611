import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { toldOperations } from '../../support/example-story.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Problem = { readonly detail: string; readonly errors: readonly { readonly message: string }[] };

/** Words used only by a validation library. */
const foreign =
  /\bexpected\b|Invalid (?:input|option|string|number|UUID|discriminator)|Too (?:small|big)|Unrecognized|\bundefined\b|\bNaN\b|\bregex\b|>=|<=|: Must\b/;

/** Values of the wrong kind for every possible member of a schema. */
const wrong = [
  {},
  [],
  5,
  ...['x'.repeat(5_000), 7.5, [], {}, true].map((value) =>
    Object.fromEntries(
      [
        ...['name', 'items', 'source', 'externalId', 'customerId', 'currency', 'transactionType', 'shippingAddress'],
        ...['externalTimestamps', 'isTaxInclusive', 'exemption', 'states', 'email', 'address', 'eventTypes', 'url'],
        ...[
          'rates',
          'period',
          'from',
          'to',
          'dryRun',
          'amountPaid',
          'referenceNumber',
          'reason',
          'status',
          'documents',
        ],
        ...['physicalNexus', 'economicNexus', 'registrations', 'customers', 'transactions', 'homeAddress', 'since'],
        ...['roundingLevel', 'expiringSoonDays', 'certificate', 'taxCodes', 'serviceIds', 'overlapHours', 'scope'],
      ].map((member) => [member, value]),
    ),
  ),
];

const named: Readonly<Record<string, string>> = {
  serviceId: '01980000-0000-7000-8000-0000000000ff',
  source: '9',
  place: 'US-MN',
  period: '2026-06',
};
const path = (template: string) => template.replaceAll(/:(\w+)/g, (_, name) => named[name] ?? 'x');

let read = 0;
function requireOurs({ detail, errors = [] }: Partial<Problem>): void {
  for (const text of [detail ?? '', ...errors.map(({ message }) => message)]) {
    read += 1;
    expect(text).not.toMatch(foreign);
  }
}

describe('every issue has our own wording', () => {
  it.each(
    toldOperations
      .filter(({ operation, route }) => operation.body && !operation.body.mediaType && route.scopes !== null)
      .map(({ operation, route }) => [operation.id, route] as const),
  )('in the body of %s', async (_, { method, path: template }) => {
    for (const body of wrong) {
      requireOurs(await bodyOf<Problem>(app.send(method, path(template), body)));
    }
  });

  it.each(
    toldOperations
      .filter(({ operation, route }) => operation.query && route.scopes !== null)
      .map(({ operation, route }) => [operation.id, operation.query!, route] as const),
  )('in the query of %s', async (_, query, { method, path: template }) => {
    for (const value of ['', 'x', '1e9', 'x'.repeat(400)]) {
      const all = new URLSearchParams(Object.keys(query.shape).map((name) => [name, value]));
      requireOurs(await bodyOf<Problem>(app.send(method, `${path(template)}?${all}`)));
    }
  });

  it('and there are many', () => {
    expect(read).toBeGreaterThan(1_000);
  });
});
