import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** The arguments of a field, as text, and fields omitted because their values always differ. */
export type AskedField = { readonly args?: string; readonly without?: readonly string[] };

/** A query for one root field with all fields below it, and the names of the selected fields. */
export function wholeQuery(schema: GraphQLSchema, name: string, asked: AskedField) {
  const named = new Set<string>();
  const field = schema.getQueryType()!.getFields()[name]!;
  const selection = selectionOf(
    getNamedType(field.type),
    { schema, named, without: asked.without ?? [], whole: new Set() },
    [],
  );
  return { query: `{ ${name}${asked.args ? `(${asked.args})` : ''} ${selection} }`, named };
}

type Writing = {
  readonly schema: GraphQLSchema;
  readonly named: Set<string>;
  readonly without: readonly string[];
  /** The types already written with all fields below them. */
  readonly whole: Set<string>;
};

/**
 * Each type has all fields below it in one place, and only its own fields elsewhere, because there are too many paths
 * to it.
 */
function selectionOf(type: GraphQLNamedType, writing: Writing, way: readonly string[]): string {
  if (isLeafType(type)) return '';
  if (!isCompositeType(type)) throw new Error(`${type.name} cannot be asked for.`);
  if (isAbstractType(type)) {
    const parts = writing.schema.getPossibleTypes(type).map((possible) => {
      const fields = fieldsOf(Object.values(possible.getFields()), possible.name, writing, way);
      return fields.length > 0 ? `... on ${possible.name} { ${fields.join(' ')} }` : '';
    });
    return `{ __typename ${parts.join(' ')} }`;
  }
  if (!isObjectType(type)) return '';
  return `{ __typename ${fieldsOf(Object.values(type.getFields()), '', writing, way, type.name).join(' ')} }`;
}

/** Values of required arguments below a root field, by type. */
const required: Readonly<Record<string, string>> = {
  PeriodInput: '{ month: "2026-07" }',
  DateTime: '"2026-07-01T00:00:00Z"',
};

function requiredArgs({ args }: GraphQLField<unknown, unknown>): string {
  const written = args
    .filter(isRequiredArgument)
    .map(({ name, type }) => `${name}: ${required[getNamedType(type).name]}`);
  return written.length > 0 ? `(${written.join(', ')})` : '';
}

/** `prefix` distinguishes equally named fields with different types within a union. */
function fieldsOf(
  fields: readonly GraphQLField<unknown, unknown>[],
  prefix: string,
  writing: Writing,
  way: readonly string[],
  owner = prefix,
): string[] {
  const isWritten = writing.whole.has(owner);
  writing.whole.add(owner);
  return fields
    .filter(({ name }) => !writing.without.includes(name))
    .map((field) => {
      const type = getNamedType(field.type);
      writing.named.add(`${owner}.${field.name}`);
      const isCut = isCompositeType(type) && (isWritten || way.includes(type.name) || type.name === owner);
      const selection = isCut ? '{ __typename }' : selectionOf(type, writing, [...way, owner]);
      return `${prefix ? `${prefix}_${field.name}: ` : ''}${field.name}${requiredArgs(field)} ${selection}`;
    });
}
