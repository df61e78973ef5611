import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { createInputs } from '../domain/inputs.ts';
import { createSchema } from './schema.ts';

/** The API as printed to `schema.graphql`, sorted. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(schemaForTools()))}\n`;
}

/** The schema for tools that only read it: its resolvers must not be called. */
export function schemaForTools(): GraphQLSchema {
  const never = (): never => {
    throw new Error('This schema cannot be executed.');
  };
  return createSchema({
    inputs: createInputs(never),
    authenticator: { authenticate: never, issueToken: never, publicKeys: never },
  });
}
