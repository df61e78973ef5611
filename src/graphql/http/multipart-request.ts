import type { GraphQLParams } from 'graphql-yoga';
import { AppError } from '../../domain/base/errors.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { type FormPart, readForm } from '../../files/uploads/multipart.ts';
import { Upload } from '../base/upload.ts';
import { parseJsonWithin, type RequestBudget } from './request-budget.ts';

/**
 * Reads an operation sent with a file, following the GraphQL multipart request specification: the fields `operations`
 * and `map`, then the file. Returns when the file begins; the operation then streams the file.
 */
export async function readMultipart({ headers, body }: Request, budget: RequestBudget): Promise<GraphQLParams> {
  const parts = readForm(piecesOf(body), headers.get('content-type') ?? '');
  const operations = await jsonField(parts, 'operations', budget);
  const places = Object.entries(await jsonField(parts, 'map', budget));
  if (places.length === 0) return paramsOf(operations);
  const [name, paths] = places[0]!;
  const path: unknown = Array.isArray(paths) && paths.length === 1 ? paths[0] : null;
  if (places.length > 1 || typeof path !== 'string') {
    throw malformed('map must assign one path to one file: {"0": ["variables.input.file"]}.');
  }
  const file = await nextPart(parts);
  if (file?.kind !== 'file' || file.name !== name) {
    throw malformed(`Send the file ${JSON.stringify(name.slice(0, 100))} directly after map.`);
  }
  return paramsOf(withFile(operations, path, new Upload(file)));
}

type Json = Readonly<Record<string, unknown>>;

function paramsOf({ query, documentId, operationName, variables, extensions }: Json): GraphQLParams {
  return {
    ...(documentId !== undefined && { documentId }),
    query: typeof query === 'string' ? query : undefined,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: isPlainObject(variables) ? variables : undefined,
    extensions: isPlainObject(extensions) ? extensions : undefined,
  };
}

/** Copies the operation and replaces a null, such as `variables.input.file`, with the file. */
function withFile(operations: Json, path: string, file: Upload): Json {
  const steps = path.split('.');
  const put = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) {
      if (value !== null) throw malformed(`${shown(path)} must be null in operations; the file replaces it.`);
      return file;
    }
    if (!isPlainObject(value) || !Object.hasOwn(value, step)) {
      throw malformed(`operations has no ${shown(path)}.`);
    }
    return { ...value, [step]: put(value[step], rest) };
  };
  if (steps[0] !== 'variables') throw malformed(`A file must replace a variable, not ${shown(path)}.`);
  return { ...operations, variables: put(operations.variables, steps.slice(1)) };
}

const shown = (path: string) => JSON.stringify(path.slice(0, 100));

type FormParts = AsyncGenerator<FormPart, void, void>;

async function jsonField(parts: FormParts, name: 'operations' | 'map', budget: RequestBudget): Promise<Json> {
  const part = await nextPart(parts);
  if (part?.kind !== 'field' || part.name !== name)
    throw malformed('Send the fields operations and map, followed by the file.');
  const value = parseJsonWithin(budget, part.value);
  if (isPlainObject(value)) return value;
  throw malformed(`The field ${name} must be a JSON object.`);
}

async function nextPart(parts: FormParts): Promise<FormPart | null> {
  const part = await parts.next();
  return part.done ? null : part.value;
}

/**
 * The pieces of a body. An unread body is not cancelled, because that would close the connection before the response is
 * sent.
 */
async function* piecesOf(body: Request['body']): AsyncGenerator<Uint8Array, void, void> {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
}

function malformed(message: string): AppError {
  return new AppError('MALFORMED_FORM', message);
}
