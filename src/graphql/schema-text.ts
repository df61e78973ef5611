import { lexicographicSortSchema, printSchema } from 'graphql';
import { createInputs } from '../domain/inputs.ts';
import { createSchema } from './schema.ts';

/** The API as the file `schema.graphql` has it: printed and sorted. */
export function schemaText(): string {
  const never = (): never => {
    throw new Error('Nothing is executed here.');
  };
  const schema = createSchema({
    inputs: createInputs(never),
    authenticator: { authenticate: never, issueToken: never, publicKeys: never },
  });
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
