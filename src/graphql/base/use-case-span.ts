import type { GraphQLFieldResolver } from 'graphql';
import type { GraphqlContext } from './context.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** A root field calls one use case: where the gateway is traced, it has a span of its own, named after the field. */
export function inSpan(name: string, resolve: Resolver): Resolver {
  return (root, args, ctx, info) => {
    if (!ctx.useCases) return resolve(root, args, ctx, info);
    return ctx.useCases.useCase(name, () => resolve(root, args, ctx, info));
  };
}
