import {
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Scope } from '../../src/domain/account/scope.ts';
import { scopesOf } from '../../src/graphql/base/field-scope.ts';
import { schema } from '../../src/graphql/schema.ts';

/** The scopes declared by the fields of a GraphQL document. */
export function scopesOfDocument(document: string): readonly Scope[] {
  const found = new Set<Scope>();
  const types = new TypeInfo(schema);
  const possible = (): readonly GraphQLObjectType[] => {
    const parent = getNamedType(types.getParentType());
    if (isAbstractType(parent)) return schema.getPossibleTypes(parent);
    return isObjectType(parent) ? [parent] : [];
  };
  visit(
    parse(document),
    visitWithTypeInfo(types, {
      Field({ name }) {
        for (const type of possible()) {
          const field = type.getFields()[name.value];
          if (field) for (const scope of scopesOf(field)) found.add(scope);
        }
      },
    }),
  );
  return [...found];
}
