import { schemaTextOf } from './http/schema-files.ts';
import { schema } from './schema.ts';

/** The API as printed to `schema.graphql`. */
export function schemaText(): string {
  return schemaTextOf(schema);
}
