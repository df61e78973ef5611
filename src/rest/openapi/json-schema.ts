import { z } from 'zod';
import { isPlainObject, sentShapes } from '../../domain/base/input.ts';
import type { Words } from '../http/operation.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** Schemas that the document names, by their names. */
export type Components = Record<string, JsonSchema>;

/** What an answer is. Objects are open: a later release may answer more. */
export function answerSchema(schema: z.ZodType, components: Components): JsonSchema {
  const { $defs, $schema: _, ...json } = generated(schema, 'output');
  for (const [name, component] of Object.entries(asRecord($defs))) components[name] = adjusted(asRecord(component));
  return adjusted(json);
}

/** What a body may be. Its members describe themselves, or `words` do. */
export function inputSchema(schema: z.ZodType, words: Words = {}): JsonSchema {
  return described(withNulls(shapeOf(schema)), words, '');
}

/** What a merge patch may be: members of the whole that the patch names, each of them absent, null or a value. */
export function patchSchema(patch: z.ZodType, words: Words = {}): JsonSchema {
  if (!sentShapes.has(patch)) return inputSchema(patch, words);
  const { $schema: _, ...named } = generated(patch, 'input');
  return described(narrowed(shapeOf(patch), named), words, '');
}

/** Each parameter of a query, with whether it is required. */
export function parameterSchemas(
  query: z.ZodObject,
): readonly { name: string; isRequired: boolean; schema: JsonSchema }[] {
  const json = generated(query, 'input');
  return Object.entries(asRecord(json.properties)).map(([name, schema]) => ({
    name,
    isRequired: Array.isArray(json.required) && json.required.includes(name),
    schema: asText(asRecord(schema)),
  }));
}

function shapeOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = generated(sentShapes.get(schema) ?? schema, 'input');
  return json;
}

function generated(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), '~standard': undefined };
}

/** References point to the components of the document; an object may have more members than are told. */
function adjusted(schema: JsonSchema): JsonSchema {
  const { additionalProperties, $ref, ...rest } = nullInType(schema);
  return {
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...mapped(rest, adjusted),
    ...(isPlainObject(additionalProperties) && { additionalProperties: adjusted(additionalProperties) }),
  };
}

/** A type that may be null is told in one piece, with its words in front. */
function nullInType(schema: JsonSchema): JsonSchema {
  const [value, none, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf.map(asRecord) : [];
  if (!value || none?.type !== 'null' || more.length > 0 || value.type === undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...orNull(value), ...rest };
}

/** Null means absent wherever a member is optional. */
function withNulls(schema: JsonSchema): JsonSchema {
  const deeper = mapped(nullInType(schema), withNulls);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(asRecord(deeper.properties)).map(([name, member]) => [
    name,
    required.includes(name) ? member : orNull(asRecord(member)),
  ]);
  return members.length > 0 ? { ...deeper, properties: Object.fromEntries(members) } : deeper;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  const types = [schema.type].flat().filter((type) => type !== undefined && type !== 'null');
  if (types.length === 0) return schema;
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

function narrowed(whole: JsonSchema, patch: JsonSchema): JsonSchema {
  const inner = objectIn(patch);
  if (!inner) return whole;
  const { required: _, ...rest } = whole;
  const known = asRecord(objectIn(whole)?.properties);
  const members = Object.entries(asRecord(inner.properties)).map(([name, member]) => {
    const { default: _default, ...value } = narrowed(asRecord(known[name]), asRecord(member));
    return [name, orNull(value)];
  });
  return { ...rest, properties: Object.fromEntries(members), additionalProperties: false };
}

/** The schema itself, or the one among its alternatives, that has members. */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  const alternatives = Array.isArray(schema.anyOf) ? schema.anyOf.map(asRecord) : [];
  return [schema, ...alternatives].find(({ properties }) => properties !== undefined);
}

/** Lists pass their path on to their members: the words for a name of an item are at `items/name`. */
function described(schema: JsonSchema, words: Words, path: string): JsonSchema {
  const properties = Object.entries(asRecord(schema.properties)).map(([name, sent]) => {
    const at = path === '' ? name : `${path}/${name}`;
    // A default is told in words: generated clients would ask for a member that has one.
    const { default: byDefault, ...member } = asRecord(sent);
    const own = typeof member.description === 'string' ? member.description : '';
    const isTold = byDefault !== undefined && typeof byDefault !== 'object' && own === '';
    const description = `${own || (words[at] ?? '')}${isTold ? ` When absent: ${byDefault}.` : ''}`;
    return [name, { ...described(member, words, at), ...(description !== '' && { description }) }];
  });
  return {
    ...schema,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(schema.items !== undefined && { items: described(asRecord(schema.items), words, path) }),
  };
}

/** A query string has only texts: an id that a body may hold as a number stands there like any other. */
function asText(schema: JsonSchema): JsonSchema {
  return Array.isArray(schema.type) && schema.type.includes('string') ? { ...schema, type: 'string' } : schema;
}

const holders = ['properties', '$defs'] as const;
const lists = ['anyOf', 'oneOf', 'allOf'] as const;

function mapped(schema: JsonSchema, map: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const result: JsonSchema = { ...schema };
  for (const key of holders) {
    if (!isPlainObject(schema[key])) continue;
    result[key] = Object.fromEntries(Object.entries(schema[key]).map(([name, one]) => [name, map(asRecord(one))]));
  }
  for (const key of lists) {
    const list = schema[key];
    if (Array.isArray(list)) result[key] = list.map((one) => map(asRecord(one)));
  }
  if (schema.items !== undefined) result.items = map(asRecord(schema.items));
  return result;
}

function asRecord(value: unknown): JsonSchema {
  return isPlainObject(value) ? value : {};
}
