import { readdirSync, readFileSync } from 'node:fs';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);

type Member = {
  readonly at: string;
  readonly field: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;
};
const members: readonly Member[] = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({ at: `${type.name}.${field.name}`, field }))
    : [],
);
const ofType = (name: string) => members.filter(({ field }) => getNamedType(field.type).name === name);
const misnamed = (some: readonly Member[], isRight: (name: string) => boolean) => [
  ...new Set(some.filter(({ field }) => !isRight(field.name)).map(({ field }) => field.name)),
];

describe('the conventions of src/graphql/README.md', () => {
  it('a mutation accepts one input named after it, and returns a union named after it', () => {
    const mutations = Object.values(schema.getMutationType()!.getFields());
    for (const { name, args, type } of mutations) {
      expect(
        args.map((argument) => argument.name),
        name,
      ).toEqual(['input']);
      // The inputs of the two records that a batch also accepts are named after the record.
      const expected =
        name === 'upsertCustomer' || name === 'upsertTransaction' ? name.slice('upsert'.length) : capital(name);
      expect(String(args[0]!.type), name).toBe(`${expected}Input!`);
      expect(String(type), name).toBe(`${capital(name)}Result!`);
      expect(isUnionType(getNamedType(type)), name).toBe(true);
    }
  });

  it('an input with a schema is derived from it', () => {
    const root = new URL('../../src/graphql/', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const written = files
      .flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(/inputType\('(\w+)'/g)])
      .map(([, name]) => name!)
      .filter((name) => !/(Filter|Order|By|Key|KeyInput)$/.test(name));
    // A record beside another, or a file, which REST has in path, header and form.
    const wrappers = [
      ...['ConvertTransactionInput', 'ImpactSubjectInput', 'ImportExemptionsInput', 'ImportProductsInput'],
      ...['QuoteCustomerInput', 'TransactionCustomerInput', 'UpsertProductInput'],
    ];
    const withDefaults = ['RedeliverWebhooksInput'];
    // Their schemas leave rows unchecked, so that each fails on its own.
    const batches = ['UpsertCustomersInput', 'UpsertTransactionsInput'];
    const onlyHere = ['CreateTokenInput', 'NamedColumnInput', 'NamedTaxCodeInput'];
    const expected = [...wrappers, ...withDefaults, ...batches, ...onlyHere];
    expect(written.sort()).toEqual(expected.sort());
  });

  it('a record is named by `by`, one of its names', () => {
    const named = members.filter(({ field }) => field.name === 'by');
    expect(named.length).toBeGreaterThan(15);
    for (const { at, field } of named) {
      const type = getNamedType(field.type);
      expect(type.name, at).toMatch(/By$/);
      expect(isInputObjectType(type) && type.isOneOf, at).toBe(true);
    }
  });

  it('a filter has operators for each of its members', () => {
    // The filter of the subscription is named after its subject.
    const filters = types.filter(({ name }) => /[a-z]Filter$/.test(name) && name !== 'TransactionEventFilter');
    const scalars = filters.flatMap((type) =>
      isInputObjectType(type) && !isOperator(type.name)
        ? Object.values(type.getFields())
            .filter((field) => !getNamedType(field.type).name.endsWith('Filter'))
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    );
    // Queries about several members, or with only two possible answers.
    expect(scalars.sort()).toEqual([
      'CustomerFilter.search',
      'ExemptionFilter.activeOn',
      'ExemptionFilter.hasFile',
      'NexusTrackerFilter.isDeclared',
      'NexusTrackerFilter.only',
      'TaxCodeFilter.search',
      'TransactionFilter.isConverted',
      'TransactionFilter.isDoubtful',
      'TransactionFilter.isOverridden',
      'TransactionFilter.lacksCertificateFile',
      'TransactionFilter.noticeCode',
      'TransactionFilter.reason',
    ]);
  });

  it('a day ends in On, or is the first or last of a span', () => {
    const spans = [
      'from',
      'to',
      'validFrom',
      'validThrough',
      'asOf',
      'ratesAsOf',
      'taxDate',
      'effectiveDate',
      'collectFrom',
    ];
    const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
    expect(misnamed(ofType('Date'), (name) => /On$/.test(name) || [...spans, ...operators].includes(name))).toEqual([]);
  });

  it('an instant ends in At, or is the first or last of a span', () => {
    const others = [
      'since',
      'before',
      'createdDate',
      'updatedDate',
      'previousSecretUntil',
      'failingSince',
      'knownSince',
      // The time on a clock is neither the beginning nor the end of anything.
      'now',
    ];
    const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];
    expect(
      misnamed(ofType('DateTime'), (name) => /At$/.test(name) || [...others, ...operators].includes(name)),
    ).toEqual([]);
  });

  it('no name is a keyword of a common language', () => {
    const keywords = [
      'return',
      'is',
      'class',
      'default',
      'delete',
      'in',
      'new',
      'package',
      'public',
      'static',
      'switch',
    ];
    // `in` is an operator of filters, as in every other schema.
    const found = members.filter(({ at, field }) => keywords.includes(field.name) && !/Filter\.in$/.test(at));
    expect(found.map(({ at }) => at)).toEqual([]);
  });

  it('a count ends in Count', () => {
    const others = [
      ...['version', 'currentVersion', 'ifVersion', 'calculationNumber', 'number', 'first', 'last', 'index', 'line'],
      ...[
        'days',
        'daysLeft',
        'statusCode',
        'durationMs',
        'expiresIn',
        'overlapHours',
        'requestsPerMinute',
        'costPerMinute',
        'filingDueDay',
        'expiringSoonDays',
        'bytes',
        'decimalPlaces',
      ],
    ];
    expect(misnamed(ofType('Int'), (name) => /Count$/.test(name) || others.includes(name))).toEqual([]);
  });
});

function isOperator(name: string): boolean {
  const type = schema.getType(name);
  return isInputObjectType(type) && ['eq', 'gte'].some((name) => name in type.getFields());
}
