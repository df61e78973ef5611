import { type GraphQLSchema, validate } from 'graphql';
import { excessesOf } from '../execution/limits.ts';
import { parseWithinLimits } from './parse.ts';

/** Throws one error that names every document that could not be executed, so that it is found at the start. */
export function requireValid(schema: GraphQLSchema, documents: ReadonlyMap<string, string>): void {
  const faults = [...documents].flatMap(([hash, text]) => faultsOf(schema, text).map((fault) => `  ${hash}: ${fault}`));
  if (faults.length > 0) throw new Error(['PERSISTED_DOCUMENTS has documents with faults:', ...faults].join('\n'));
}

function faultsOf(schema: GraphQLSchema, text: string): string[] {
  try {
    const document = parseWithinLimits(text);
    return [...excessesOf(document), ...validate(schema, document)].map(({ message }) => message);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
