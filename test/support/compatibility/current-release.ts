import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaTextOf } from '../../../src/graphql/http/schema-files.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { type Json, openapiDocument, recordOf } from '../openapi.ts';
import type { Release } from './kept-releases.ts';
import type { Digests } from './migration-differences.ts';

export const root = join(import.meta.dirname, '../../..');

/** The promises of the current source. */
export function currentRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    version,
    graphql: schemaTextOf(schema),
    rest: withoutSamples(served(openapiDocument({ origin: null }))),
    migrations: migrationDigests(join(root, 'prisma/migrations')),
  };
}

/** The document as clients receive it, without undefined members. */
function served(document: Json): Json {
  return JSON.parse(JSON.stringify(document));
}

function migrationDigests(folder: string): Digests {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name, 'migration.sql')))
      .digest('hex');
  return Object.fromEntries(names.toSorted().map((name) => [name, digestOf(name)]));
}

/** Examples and code samples promise nothing, but are half of the document. */
function withoutSamples(node: Json, isNamed = false): Json {
  const kept = Object.entries(node).filter(([key]) => isNamed || !samples.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, pruned(value, !isNamed && key === 'properties')]));
}

function pruned(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => pruned(one, false));
  return typeof value === 'object' && value !== null ? withoutSamples(recordOf(value), isNamed) : value;
}

const samples = ['example', 'examples', 'x-codeSamples', 'x-graphql-document', 'x-graphql-variables', 'x-graphql-none'];
