// npm run schema:check: refuses a schema.graphql that breaks clients of the released one without having been announced.
// SCHEMA_BASE names the commit to compare with; without it, see released-schema.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareSchemas } from './breaking-changes.ts';
import { findReleasedSchema } from './released-schema.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const named = process.env.SCHEMA_BASE || undefined;

process.exitCode = await main();

async function main(): Promise<number> {
  const released = findReleasedSchema(root, named);
  if (released.kind === 'missing') {
    console.log(`schema.graphql was compared with none: ${released.why}.`);
    return named === undefined ? 0 : 1;
  }
  const later = readFileSync(`${root}schema.graphql`, 'utf8');
  const { refused, noticeable } = await compareSchemas(released.text, later);
  for (const message of noticeable) console.log(`noticeable: ${message}`);
  for (const message of refused) console.error(`BREAKING: ${message}`);
  if (refused.length === 0) console.log(`schema.graphql breaks nothing that ${released.base} promises.`);
  else console.error(`Mark as @deprecated, release that, and take it away later (compared with ${released.base}).`);
  return refused.length === 0 ? 0 : 1;
}
