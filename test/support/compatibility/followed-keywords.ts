import { type Json, recordOf } from '../openapi.ts';
import { annotations, listOf } from './schema-variants.ts';
import { limits } from './value-differences.ts';

const maps = ['properties'];
const single = ['items', 'additionalProperties', 'propertyNames'];
const lists = ['anyOf', 'oneOf', 'allOf'];

/** The keywords of schemas that the comparison understands. */
export const followed: readonly string[] = [
  ...['$ref', 'type', 'const', 'enum', 'x-extensible-enum', 'required'],
  ...[...maps, ...single, ...lists],
  ...limits,
  ...annotations,
];

/** All schemas of an OpenAPI document, including nested ones. */
export function schemasIn(node: unknown): Json[] {
  if (Array.isArray(node)) return node.flatMap(schemasIn);
  return Object.entries(recordOf(node)).flatMap(([name, value]) => {
    if (name === 'schema') return withParts(recordOf(value));
    return name === 'schemas'
      ? Object.values(recordOf(value)).flatMap((one) => withParts(recordOf(one)))
      : schemasIn(value);
  });
}

function withParts(schema: Json): Json[] {
  const parts = [
    ...maps.flatMap((keyword) => Object.values(recordOf(schema[keyword]))),
    ...single.map((keyword) => schema[keyword]),
    ...lists.flatMap((keyword) => listOf(schema[keyword])),
  ];
  return [schema, ...parts.filter((part) => typeof part === 'object').flatMap((part) => withParts(recordOf(part)))];
}
