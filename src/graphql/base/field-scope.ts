import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import { type Scope, scopes } from '../../domain/account/scope.ts';
import { authorize } from '../../ports/context.ts';
import type { GraphqlContext } from './context.ts';

/**
 * The extension of a field within a record that needs a scope of its own: `extensions: needsScope('exemptions:read')`. The
 * schema checks it before the field is resolved, and mutations before anything is changed.
 */
export function needsScope(scope: Scope) {
  return { scope };
}

export function scopeOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Scope | null {
  return scopes.find((scope) => scope === extensions.scope) ?? null;
}

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

export function requireScope(resolve: Resolver, scope: Scope): Resolver {
  return (record, args, ctx, info) => {
    authorize(ctx, scope);
    return resolve(record, args, ctx, info);
  };
}
