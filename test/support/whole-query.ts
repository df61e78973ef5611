import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from 'graphql';

/** The arguments of a field, as text, and fields left out because their values always differ. */
export type AskedField = { readonly args?: string; readonly without?: readonly string[] };

/** A query for one root field with everything below it, and the names of the selected fields. */
export function wholeQuery(schema: GraphQLSchema, name: string, asked: AskedField) {
  const named = new Set<string>();
  const field = schema.getQueryType()!.getFields()[name]!;
  const selection = selectionOf(getNamedType(field.type), { schema, named, without: asked.without ?? [] }, []);
  return { query: `{ ${name}${asked.args ? `(${asked.args})` : ''} ${selection} }`, named };
}

type Writing = { readonly schema: GraphQLSchema; readonly named: Set<string>; readonly without: readonly string[] };

/** Each type occurs once on a path, which cuts cycles between records. */
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

/** `prefix` distinguishes equally named fields with different types within a union. */
function fieldsOf(
  fields: readonly GraphQLField<unknown, unknown>[],
  prefix: string,
  writing: Writing,
  way: readonly string[],
  owner = prefix,
): string[] {
  return fields
    .filter(({ name }) => !writing.without.includes(name))
    .map((field) => {
      const type = getNamedType(field.type);
      writing.named.add(`${owner}.${field.name}`);
      const isOnTheWay = way.includes(type.name) || type.name === owner;
      const selection = isOnTheWay ? '{ __typename }' : selectionOf(type, writing, [...way, owner]);
      return `${prefix ? `${prefix}_${field.name}: ` : ''}${field.name} ${selection}`;
    });
}
