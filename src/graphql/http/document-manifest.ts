import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { digest } from './persisted-documents.ts';

const ofHashes = z.record(z.string(), z.string());
const ofApollo = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});
const manifest = z.union([ofApollo, ofHashes]);

/**
 * Reads the operator's documents: a JSON object from the SHA-256 of each document to its text, as GraphQL Code Generator
 * and Relay write it, or the manifest of Apollo's tools. Throws one error that names all faults.
 */
export function readDocumentManifest(file: string): ReadonlyMap<string, string> {
  const entries = entriesOf(file);
  const documents = new Map<string, string>();
  const faults: string[] = [];
  for (const [id, text] of entries) {
    const hash = id.replace(/^sha256:/, '').toLowerCase();
    if (hash === digest(text)) documents.set(hash, text);
    else faults.push(`  ${id.slice(0, 100)} is not the SHA-256 of its document, which is ${digest(text)}`);
  }
  if (faults.length === 0) return documents;
  throw new Error([`PERSISTED_DOCUMENTS: ${file} has faults:`, ...faults].join('\n'));
}

function entriesOf(file: string): [string, string][] {
  const found = manifest.safeParse(parsed(readText(file)));
  if (!found.success) {
    throw new Error(
      `PERSISTED_DOCUMENTS: ${file} must be a JSON object from hashes to documents, or a manifest of Apollo.`,
    );
  }
  const { data } = found;
  if (!isOfApollo(data)) return Object.entries(data);
  return data.operations.map(({ id, body }) => [id, body]);
}

function isOfApollo(data: z.output<typeof manifest>): data is z.output<typeof ofApollo> {
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
