import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import ZodPlugin from '@pothos/plugin-zod';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import type { GraphqlContext } from './context.ts';
import type { Upload } from './upload.ts';

type Text = { Input: string; Output: string };

type SchemaShapes = {
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: Text;
    Decimal: Text;
    DateTime: { Input: Date; Output: Date };
    Date: Text;
    Duration: Text;
    UUID: Text;
    CountryCode: Text;
    CurrencyCode: Text;
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: Upload; Output: never };
  };
};

/**
 * Each module adds its types and fields to this builder. The errors plugin comes first, so that a failed validation is
 * returned as a type of the union.
 */
export const builder = new SchemaBuilder<SchemaShapes>({
  plugins: [ErrorsPlugin, ZodPlugin],
  defaultFieldNullability: false,
  errors: {
    directResult: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName[0]!.toUpperCase()}${fieldName.slice(1)}Result`,
    },
  },
  zod: {
    validationError: (error) => (error instanceof AppError ? error : invalidInput(issuesWithinArgument(error))),
  },
});

export type Types = (typeof builder)['$inferSchemaTypes'];

builder.queryType({ description: 'Reads records, calculates tax without storing it, and looks up rates and rules.' });
builder.mutationType({
  description: 'Changes records. Every mutation takes one `input` and returns the changed record or a typed error.',
});

/** Paths of issues start at the record, as in REST, rather than at the argument. */
function issuesWithinArgument(error: Parameters<typeof issuesOf>[0]) {
  return issuesOf(error).map((issue) => ({
    ...issue,
    path: issue.path[0] === 'input' ? issue.path.slice(1) : issue.path,
  }));
}
