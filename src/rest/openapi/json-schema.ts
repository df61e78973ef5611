import { z } from 'zod';
import { isPlainObject } from '../../domain/base/plain-object.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** The named schemas of the document. */
export type Components = Record<string, JsonSchema>;

/** Cache of the generated schemas of a document. Most responses, especially problems, share a schema with others. */
const generatedFor = new WeakMap<Components, Map<z.ZodType, JsonSchema>>();

/** The schema of a response. Objects are open: a later release may add members. */
export function responseSchema(schema: z.ZodType, components: Components): JsonSchema {
  const known = generatedFor.get(components) ?? new Map<z.ZodType, JsonSchema>();
  generatedFor.set(components, known);
  const found = known.get(schema);
  if (found) return adjusted(found);
  const { $defs, $schema: _, ...json } = generated(schema, 'output');
  known.set(schema, json);
  for (const [name, component] of Object.entries(asRecord($defs))) components[name] = adjusted(asRecord(component));
  return adjusted(json);
}

/** The schema of a request body. */
export function inputSchema(schema: z.ZodType, { isPatch = false } = {}): JsonSchema {
  const { $schema: _, ...json } = generated(schema, 'input');
  return isPatch ? opened(withNulls(json)) : withNulls(json);
}

/** Patches ignore the read-only members of their record, so that a record can be sent back as read. */
function opened({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  if (!isPlainObject(schema.properties)) return schema;
  const members = Object.entries(schema.properties).map(([name, member]) => [name, opened(asRecord(member))]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** A query parameter. Its default appears only in the description, because the parameter itself is text. */
type Parameter = {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
};

export function parametersIn(query: z.ZodObject): readonly Parameter[] {
  const json = generated(query, 'input');
  return Object.entries(asRecord(json.properties)).map(([name, member]) => {
    const { description, default: _, ...schema } = asRecord(member);
    return {
      name,
      description: String(description ?? ''),
      isRequired: Array.isArray(json.required) && json.required.includes(name),
      schema: asText(schema),
    };
  });
}

function generated(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), '~standard': undefined };
}

/** References point to the components of the document; objects may have undocumented members. */
function adjusted(schema: JsonSchema): JsonSchema {
  const { additionalProperties, $ref, ...rest } = withoutNoise(nullInType(schema));
  return {
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...mapped(rest, adjusted),
    ...(isPlainObject(additionalProperties) && { additionalProperties: adjusted(additionalProperties) }),
  };
}

/** Omits the range of exact integers, which the library adds, and the pattern of a UUID, which lacks its flag `i`. */
function withoutNoise({ minimum, maximum, pattern, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(pattern !== undefined && schema.format !== 'uuid' && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** A nullable type becomes a single schema with both types, which keeps the outer description. */
function nullInType(schema: JsonSchema): JsonSchema {
  const [value, none, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf.map(asRecord) : [];
  if (!value || none?.type !== 'null' || more.length > 0 || value.type === undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...orNull(value), ...rest };
}

/**
 * Every optional member may be null, which means absent. Defaults appear only in descriptions: code generators make
 * members with a default required.
 */
function withNulls(schema: JsonSchema): JsonSchema {
  const deeper = mapped(withoutNoise(nullInType(schema)), withNulls);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(asRecord(deeper.properties)).map(([name, sent]) => {
    const { default: _, ...member } = asRecord(sent);
    return [name, required.includes(name) ? member : orNull(member)];
  });
  return members.length > 0 ? { ...deeper, properties: Object.fromEntries(members) } : deeper;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  const types = [schema.type].flat().filter((type) => type !== undefined && type !== 'null');
  if (types.length === 0) return schema;
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...new Set([...schema.enum, null])] }),
  };
}

/** A query string contains only text, so an id that may also be a number in a body becomes text. */
function asText({ items, ...schema }: JsonSchema): JsonSchema {
  const isText = [schema.type].flat().includes('string');
  return isText ? { ...schema, type: 'string' } : { ...schema, ...(items !== undefined && { items }) };
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
