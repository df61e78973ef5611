import { describe, expect, it } from 'vitest';
import { operations, recordOf, resolved } from '../../support/openapi.ts';

const ours = operations.filter(({ path }) => path.startsWith('/v1/'));
const parametersOf = (operation: unknown) => [recordOf(operation).parameters ?? []].flat().map(resolved);
const answerOf = (operation: unknown) => {
  const { responses } = recordOf(operation);
  const { content } = recordOf(recordOf(responses)['200'] ?? recordOf(responses)['201']);
  return resolved(recordOf(recordOf(content)['application/json']).schema);
};

describe('the conventions of src/rest/README.md', () => {
  it('a path has nouns in snake_case, keys as a label and a value, and at most one verb at the end of a POST', () => {
    const verbs = [
      ...[
        'batch',
        'calculate',
        'cancel',
        'convert',
        'erase',
        'impact',
        'mark_filed',
        'recalculate',
        'redeliver',
        'reopen',
      ],
      ...['rotate_secret', 'test', 'validate'],
    ];
    for (const { method, path } of ours) {
      const parts = path.slice('/v1/'.length).split('/');
      for (const [index, part] of parts.entries()) {
        const before = parts[index - 1] ?? '';
        if (part.startsWith('{')) {
          // A value follows the label with the name of the member; filings and error pages only have a number or code.
          expect([part.slice(1, -1), 'filings', 'errors'], path).toContain(before);
        } else if (!/^(clientId|externalId|serviceId)$/.test(part))
          expect(part, path).toMatch(/^[a-z]+(_[a-z]+)*(\.json)?$/);
        const isLast = index === parts.length - 1;
        // Two lookups of older clients are verbs with GET. In /v1/test/clock, test is a noun: test land, which has the
        // clock.
        if (verbs.includes(part) && part !== 'validate' && path !== '/v1/test/clock')
          expect([method, isLast], path).toEqual(['POST', true]);
      }
    }
  });

  it('an operation id begins with a verb that fits the method', () => {
    const verbsOf: Readonly<Record<string, RegExp>> = {
      GET: /^(get|list|find|search|compare|validate)[A-Z]/,
      PUT: /^(put|upsert)[A-Z]/,
      PATCH: /^patch[A-Z]/,
      DELETE: /^(delete|cancel|revoke)[A-Z]/,
      POST: /^[a-z]+[A-Z]/,
    };
    for (const { id, method } of operations) expect(id).toMatch(verbsOf[method]!);
  });

  it('an answer is an object, but for pageable collections, which have limit and cursor', () => {
    for (const { id, operation } of ours) {
      if (answerOf(operation).type !== 'array') continue;
      const names = parametersOf(operation).map(({ name }) => name);
      // At most twenty, the rows and filings of one return, the catalogue of tax codes, an operator's few imports, or
      // the places of a period.
      if (
        /^(listWebhookEndpoints|listTaxReturn(Filings|Rows).*|searchTaxCodes|listRateBookVersions|listRulings|listUnassignedTax)$/.test(
          id,
        )
      )
        continue;
      expect(names, id).toEqual(expect.arrayContaining(['limit', 'cursor']));
    }
  });

  it('a parameter has one name: that of the member, in the singular', () => {
    const names = new Set(
      ours.flatMap(({ operation }) =>
        parametersOf(operation)
          .filter((one) => one.in === 'query')
          .map(({ name }) => String(name)),
      ),
    );
    for (const plural of [
      'states',
      'countries',
      'taxCodes',
      'customerTypes',
      'ids',
      'jurisdiction',
      'month',
      'quarter',
    ]) {
      expect(names).not.toContain(plural);
    }
  });

  it('days are from and to, instants since and before', () => {
    for (const { id, operation } of ours) {
      const names = parametersOf(operation).map(({ name }) => String(name));
      if (names.includes('from')) expect(names, id).toContain('to');
      if (names.includes('before')) expect(names, id).toContain('since');
      expect(
        names.filter((name) => /^(by|start|end|after|until)$/.test(name)),
        id,
      ).toEqual([]);
    }
  });
});
