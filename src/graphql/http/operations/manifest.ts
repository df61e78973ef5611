import { readFileSync } from 'node:fs';
import { type GraphQLSchema, validate } from 'graphql';
import { z } from 'zod';
import { excessesOf } from '../../execution/limits.ts';
import { parseWithinLimits } from './parsed.ts';
import { digest, hashIn } from './persisted.ts';

const hashManifest = z.record(z.string(), z.string());
const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});
const manifest = z.union([apolloManifest, hashManifest]);

/**
 * Reads the operator's persisted operations: either a JSON object that maps the SHA-256 of each operation to its text,
 * as written by GraphQL Code Generator and Relay, or Apollo's manifest. Throws one error that lists all problems.
 */
export function readOperationManifest(file: string): ReadonlyMap<string, string> {
  const operations = new Map<string, string>();
  const problems: string[] = [];
  for (const [id, text] of entriesOf(file)) {
    const hash = hashIn(id);
    if (hash === digest(text)) operations.set(hash, text);
    else problems.push(`  ${id.slice(0, 100)} is not the SHA-256 of its operation; expected ${digest(text)}`);
  }
  if (problems.length === 0) return operations;
  throw new Error([`PERSISTED_DOCUMENTS: ${file} is invalid:`, ...problems].join('\n'));
}

function entriesOf(file: string): [string, string][] {
  const found = manifest.safeParse(parsed(readText(file)));
  if (!found.success) {
    throw new Error(
      `PERSISTED_DOCUMENTS: ${file} must be a JSON object that maps hashes to operations, or an Apollo manifest.`,
    );
  }
  const { data } = found;
  if (!isApolloManifest(data)) return Object.entries(data);
  return data.operations.map(({ id, body }) => [id, body]);
}

function isApolloManifest(data: z.output<typeof manifest>): data is z.output<typeof apolloManifest> {
  return Array.isArray(data.operations);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PERSISTED_DOCUMENTS: ${file} cannot be read: ${reason}`, { cause: error });
  }
}

/** Throws one error that lists all operations that could not be executed, so that the operator sees them at startup. */
export function requireValidManifest(schema: GraphQLSchema, operations: ReadonlyMap<string, string>): void {
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
