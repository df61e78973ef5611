import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import { type Scope, scopes } from '../../domain/account/scope.ts';
import { authorize } from '../../ports/context.ts';
import type { GraphqlContext } from './context.ts';

/**
 * The extension of a field that needs scopes: `extensions: needsScopes('exemptions:read')`. The schema checks them
 * before it resolves the field or changes anything, and lists them in the description of the field.
 */
export function needsScopes(...needed: readonly [Scope, ...Scope[]]) {
  return { scopes: needed };
}

export function scopesOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): readonly Scope[] {
  const needed: unknown = extensions.scopes;
  return Array.isArray(needed) ? scopes.filter((scope) => needed.includes(scope)) : [];
}

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

export function requireScopes(resolve: Resolver, needed: readonly Scope[]): Resolver {
  return (record, args, ctx, info) => {
    for (const scope of needed) authorize(ctx, scope);
    return resolve(record, args, ctx, info);
  };
}
