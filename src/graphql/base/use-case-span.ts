import type { GraphQLFieldResolver } from 'graphql';
import type { GraphqlContext } from './context.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Each root field calls one use case. With tracing on, the call gets a span named after the field. */
export function inSpan(name: string, resolve: Resolver): Resolver {
  return (root, args, ctx, info) => {
    if (!ctx.useCases) return resolve(root, args, ctx, info);
    return ctx.useCases.useCase(name, () => resolve(root, args, ctx, info));
  };
}
