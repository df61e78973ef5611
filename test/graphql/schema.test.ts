import { readFileSync } from 'node:fs';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaTextOf } from '../../src/graphql/http/schema-files.ts';
import { schema as api } from '../../src/graphql/schema.ts';

describe('schema.graphql', () => {
  it('is up to date: `npm run schema` writes it', () => {
    expect(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(schemaTextOf(api));
  });
});

type Described = { readonly place: string; readonly name: string; readonly description?: string | null };

const fillers = new Set(
  'a an the of its it is this that their which in on at to for as by and or with what how'.split(' '),
);

/** The words of a text or a name, in the singular and without fillers. */
function wordsOf(text: string): Set<string> {
  const parts = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return new Set(parts.filter((word) => word && !fillers.has(word)).map((word) => word.replace(/(es|s|d|ed)$/, '')));
}

describe('the schema', () => {
  const schema = buildSchema(schemaTextOf(api));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );

  const described = types.flatMap((type) => {
    const told: Described[] = [{ place: type.name, name: type.name, description: type.description }];
    const tell = (place: string, { name, description }: Pick<Described, 'name' | 'description'>) =>
      told.push({ place: `${place}.${name}`, name: `${type.name} ${name}`, description });
    if (isEnumType(type)) for (const value of type.getValues()) tell(type.name, value);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) tell(type.name, field);
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        tell(type.name, field);
        for (const argument of field.args) tell(`${type.name}.${field.name}`, argument);
      }
    }
    return told;
  });

  it('describes every type, field, argument and value, and says more than its name', () => {
    expect(described.length).toBeGreaterThan(1_000);
    expect(described.filter(({ description }) => !description).map(({ place }) => place)).toEqual([]);
    const trivial = described.filter(({ name, description }) => {
      const known = wordsOf(name);
      return [...wordsOf(description ?? '')].every((word) => known.has(word));
    });
    expect(trivial.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });

  it('links to the specification of each scalar', () => {
    const scalars = types.filter(isScalarType).filter(({ name }) => name !== 'Upload');
    expect(scalars.map(({ name }) => name).sort()).toEqual([
      'CountryCode',
      'CurrencyCode',
      'Date',
      'DateTime',
      'Decimal',
      'Duration',
      'JSON',
      'UUID',
    ]);
    for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:\/\//);
  });

  it('finds records by exactly one of their keys', () => {
    const oneOfs = types.filter(isInputObjectType).filter(({ isOneOf }) => isOneOf);
    expect(oneOfs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['CustomerBy', 'ExemptionBy', 'TransactionBy']),
    );
  });

  it('says which scope an operation needs', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type!.getFields()),
    );
    const silent = fields.filter(({ description }) => !/scope|No token is required/.test(description ?? ''));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
