import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Json, operations, recordOf } from '../../support/openapi.ts';

type Sample = { readonly lang: string; readonly source: string };

const samplesOf = (operation: Json): readonly Sample[] =>
  (Array.isArray(operation['x-codeSamples']) ? operation['x-codeSamples'] : []).map((sample) => {
    const { lang, source } = recordOf(sample);
    return { lang: String(lang), source: String(source) };
  });
const sample = (id: string, lang: string) =>
  samplesOf(operations.find((one) => one.id === id)!.operation).find((one) => one.lang === lang)?.source;
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

describe('code samples', () => {
  it.each(operations.map(({ id, operation }) => [id, operation] as const))('%s are well-formed', (_, operation) => {
    const samples = samplesOf(operation);
    const document = operation['x-graphql-document'];
    const inGraphql = typeof document === 'string';
    expect(samples.map(({ lang }) => lang)).toEqual([
      ...['Shell', 'TypeScript', 'Python'],
      ...(inGraphql ? ['GraphQL'] : []),
    ]);
    const [, script, , graphql] = samples;
    if (inGraphql) expect(print(parse(graphql!.source))).toBe(print(parse(document)));
    const body = script!.source.replace(/^import .*$/m, '');
    expect(() => new AsyncFunction(body)).not.toThrow();
  });

  it('read a record in curl', () => {
    expect(sample('getCustomer', 'Shell')).toBe(
      [
        `curl -X GET 'https://tax.example.org/v1/customers/source/9/externalId/demo-customer' \\`,
        `  -H "Authorization: Bearer $TOLLGATE_TOKEN"`,
      ].join('\n'),
    );
  });

  it('upload a form in Python', () => {
    expect(sample('importExemptions', 'Python')).toBe(
      [
        'import os',
        '',
        'import requests',
        '',
        'response = requests.request(',
        '    "POST",',
        '    "https://tax.example.org/v1/exemption_imports?dryRun=true",',
        `    headers={"Authorization": f"Bearer {os.environ['TOLLGATE_TOKEN']}"},`,
        '    files={"csvFile": open("exemptions.csv", "rb")},',
        ')',
        'response.raise_for_status()',
        'print(response.text)',
      ].join('\n'),
    );
  });
});
