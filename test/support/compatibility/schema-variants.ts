import { type Json, recordOf } from '../openapi.ts';

/** One type of values that a schema allows, with the keywords that hold for it. */
export type Variant = {
  /** Null if any type is allowed. */
  readonly type: string | null;
  /** The name of its schema; null if it has none, or adds keywords. */
  readonly name: string | null;
  readonly schema: Json;
};

/** Looks up the components of one document. */
export type Find = (reference: string) => Json;

export function findIn(document: Json): Find {
  return (reference) =>
    reference
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json>((value, name) => recordOf(value[name]), document);
}

/** The content of a node, following a reference; members beside the reference stay. */
export function resolve(node: unknown, find: Find): Json {
  const { $ref, ...own } = recordOf(node);
  return typeof $ref === 'string' ? { ...resolve(find($ref), find), ...own } : own;
}

/** The named schema that a schema refers to, if it adds nothing of its own. */
export function nameOf({ $ref, ...own }: Json): string | null {
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String($ref)) ?? [];
  return isOnlyAnnotated(own) ? (name ?? null) : null;
}

const isOnlyAnnotated = (schema: Json) => Object.keys(schema).every((keyword) => annotations.includes(keyword));

export const annotations = [
  'title',
  'description',
  'deprecated',
  'default',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
];

/** Splits a schema by the types of its values: multiple `type`s, `anyOf` and `oneOf` are split, `allOf` is merged. */
export function variantsOf(schema: Json, find: Find): Variant[] {
  const { anyOf, oneOf, ...own } = joined(schema, find);
  const choices = listOf(anyOf ?? oneOf);
  if (choices.length > 0) {
    return choices
      .flatMap((choice) => variantsOf(recordOf(choice), find))
      .map(({ type, name, schema: choice }) => ({
        type,
        name: isOnlyAnnotated(own) ? name : null,
        schema: merged(choice, own),
      }));
  }
  const { type, const: only, ...rest } = own;
  const keywords = only === undefined ? rest : { ...rest, enum: [only] };
  const types = type === undefined ? impliedTypes(keywords) : listOf(type).map(String);
  return types.map((one) => ({ type: one, name: nameOf(schema), schema: keywordsFor(one, keywords) }));
}

/** Merges the parts of `allOf` and referenced schemas into one. */
function joined({ $ref, allOf, ...own }: Json, find: Find): Json {
  const parts = [...(typeof $ref === 'string' ? [find($ref)] : []), ...listOf(allOf).map(recordOf)];
  return parts.map((part) => joined(part, find)).reduce(merged, own);
}

function merged(one: Json, other: Json): Json {
  const required = [...listOf(one.required), ...listOf(other.required)];
  const properties = { ...recordOf(other.properties) };
  for (const [name, member] of Object.entries(recordOf(one.properties))) {
    properties[name] = name in properties ? { allOf: [member, properties[name]] } : member;
  }
  return {
    ...other,
    ...one,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function impliedTypes(keywords: Json): (string | null)[] {
  if (Array.isArray(keywords.enum)) return [...new Set(keywords.enum.map(typeOf))];
  if (keywords.properties !== undefined) return ['object'];
  return [keywords.items === undefined ? null : 'array'];
}

function keywordsFor(type: string | null, keywords: Json): Json {
  if (type === 'null') return {};
  if (!Array.isArray(keywords.enum)) return keywords;
  return { ...keywords, enum: keywords.enum.filter((value) => type === null || covers(type, typeOf(value))) };
}

/** Whether one type includes all values of another; null is any type. */
export function covers(wide: string | null, narrow: string | null): boolean {
  return wide === null || wide === narrow || (wide === 'number' && narrow === 'integer');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

export const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());
