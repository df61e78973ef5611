import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import type { AppError } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { noteRefusal } from '../../usecases/refusals/note-refusal.ts';
import type { GraphqlContext } from './context.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;
type NameOf = (input: never) => RecordName | null;

/**
 * The extension of a single-document mutation: finds the document in its argument `input`, to record a refusal. It runs
 * outside the field's own resolver, which an invalid input never reaches.
 */
export function notesRefused<Input>(nameOf: (input: Input) => RecordName | null) {
  return { refusedDocument: nameOf };
}

export function notingRefused(resolve: Resolver, { extensions }: GraphQLField<unknown, unknown>): Resolver {
  const nameOf = extensions.refusedDocument as NameOf | undefined;
  if (!nameOf) return resolve;
  return async (root, args, ctx, info) => {
    const result: unknown = await resolve(root, args, ctx, info);
    if (isFailure(result)) noteRefusal(ctx, () => nameOf(args.input as never), result);
    return result;
  };
}

/** The errors plugin hides the class of an error that becomes a result. */
function isFailure(result: unknown): result is AppError {
  return typeof result === 'object' && result !== null && Array.isArray((result as Partial<AppError>).issues);
}
