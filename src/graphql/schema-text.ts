import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/** The API as printed to `schema.graphql`, sorted. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
