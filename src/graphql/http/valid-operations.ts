import { type GraphQLSchema, validate } from 'graphql';
import { excessesOf } from '../execution/limits.ts';
import { parseWithinLimits } from './parse.ts';

/** Throws one error that lists every operation that could not be executed, so that the operator sees it at startup. */
export function requireValidOperations(schema: GraphQLSchema, operations: ReadonlyMap<string, string>): void {
  const problems = [...operations].flatMap(([hash, text]) =>
    problemsOf(schema, text).map((problem) => `  ${hash}: ${problem}`),
  );
  if (problems.length > 0) throw new Error(['PERSISTED_DOCUMENTS: invalid operations:', ...problems].join('\n'));
}

function problemsOf(schema: GraphQLSchema, text: string): string[] {
  try {
    const document = parseWithinLimits(text);
    return [...excessesOf(schema, document), ...validate(schema, document)].map(({ message }) => message);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
