import { z } from 'zod';
import { addFault, issuesOf } from '../../domain/base/input.ts';

const tokenKey = '$checked';

/**
 * Joins a schema that both doors share to an input of the GraphQL schema. The zod plugin runs `schema` on the argument
 * and hands the result on as if it still had the argument's shape; since the schema may reshape the input, the result
 * is kept aside under a token, and `valueOf` gives it to the resolver in its own type.
 */
export function checkedBy<Schema extends z.ZodType, Shape extends object>(
  shared: Schema,
  _input: { readonly $inferInput: Shape },
) {
  const results = new WeakMap<object, z.output<Schema>>();
  return {
    schema: z.custom<Shape>().transform((raw, ctx) => {
      const parsed = shared.safeParse(raw);
      if (!parsed.success) {
        for (const issue of issuesOf(parsed.error)) addFault(ctx, issue);
        return z.NEVER;
      }
      const token = {};
      results.set(token, parsed.data);
      return { ...raw, [tokenKey]: token };
    }),
    valueOf(input: Shape): z.output<Schema> {
      const token: unknown = tokenKey in input ? input[tokenKey] : null;
      const result = typeof token === 'object' && token !== null ? results.get(token) : undefined;
      if (result === undefined) throw new Error('The input was not checked.');
      return result;
    },
  };
}
