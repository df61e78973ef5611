import type { InputFieldMap, InputFieldRef, InputRef } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import { addIssue, issuesOf, parseInTurns } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { authenticated } from '../../ports/context.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import type { Types } from './builder.ts';
import type { GraphqlContext } from './context.ts';

/** A domain schema. Schemas that depend on the current rate book come from the context. */
type SchemaOrChoice<Schema extends z.ZodType> = Schema | ((inputs: Inputs) => Schema);

/**
 * Checks an argument or a field with a domain schema: `t.arg({ ...checked(CustomerInputRef, customerInput), … })`. The
 * resolver gets the original value and, as `parsed`, the parsed value.
 */
export function checked<Shape extends object, Schema extends z.ZodType>(
  type: InputRef<Shape>,
  schema: SchemaOrChoice<Schema>,
) {
  return {
    type: type as unknown as InputRef<Shape & { readonly parsed: z.output<Schema> }>,
    validate: { schema: parsedBy(schema) },
  };
}

/**
 * Checks several arguments together: `t.field({ ...checkedArgs({ states: t.arg(…), … }, reasonQueryInput), … })`. The
 * resolver gets the parsed values as `parsed`; a null argument is treated as omitted.
 */
export function checkedArgs<Args extends InputFieldMap, Schema extends z.ZodType>(args: Args, schema: Schema) {
  return {
    args: args as Args & { readonly parsed: InputFieldRef<Types, z.output<Schema>> },
    validate: { schema: parsedBy(nullsAsAbsent(schema)) },
  };
}

/** A schema for inputs in which null is treated as omitted. */
export function nullsAsAbsent<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(withoutNulls, schema);
}

// The zod plugin checks the fields again in the result of a schema, so they must remain unparsed.
function parsedBy<Schema extends z.ZodType>(schema: SchemaOrChoice<Schema>) {
  return z.custom<never>().transform(async (sent: object, ctx) => {
    const result = await parseInTurns(
      typeof schema === 'function' ? schema(inputsFor(sent)) : schema,
      sent,
      createYield(),
    );
    if (result.success) return { ...sent, parsed: result.data } as never;
    for (const issue of issuesOf(result.error)) addIssue(ctx, issue);
    return z.NEVER;
  });
}

const inputsByArgument = new WeakMap<object, Inputs>();

function inputsFor(argument: object): Inputs {
  const inputs = inputsByArgument.get(argument);
  if (!inputs) throw new Error('Only an argument of a root field can be checked with a schema of the context.');
  return inputs;
}

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Requires a token before an input is checked: validation must not reveal anything to unauthenticated callers. */
export function requireToken(resolve: Resolver): Resolver {
  return (root, args, ctx, info) => {
    authenticated(ctx);
    for (const argument of Object.values<unknown>(args)) {
      if (typeof argument === 'object' && argument !== null) inputsByArgument.set(argument, ctx.inputs);
    }
    return resolve(root, args, ctx, info);
  };
}
