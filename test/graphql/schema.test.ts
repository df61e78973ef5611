import { readFileSync } from 'node:fs';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../src/graphql/schema-text.ts';

describe('schema.graphql', () => {
  it('is fresh: `npm run schema` writes it', () => {
    expect(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(schemaText());
  });
});

describe('the schema', () => {
  const schema = buildSchema(schemaText());
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );

  it('describes every type, field, argument and value', () => {
    const silent = types.flatMap((type) => {
      const parts: { name: string; description?: string | null }[] = [type];
      if (isEnumType(type)) parts.push(...type.getValues());
      if (isInputObjectType(type)) parts.push(...Object.values(type.getFields()));
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) parts.push(field, ...field.args);
      }
      return parts.filter(({ description }) => !description).map(({ name }) => `${type.name}: ${name}`);
    });
    expect(silent).toEqual([]);
  });

  it('says which scope an operation needs', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type!.getFields()),
    );
    const silent = fields.filter(({ description }) => !/scope|Open without a token/.test(description ?? ''));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
