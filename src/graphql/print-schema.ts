import { writeFileSync } from 'node:fs';
import { schemaTextOf } from './http/schema-files.ts';
import { schema } from './schema.ts';

writeFileSync(new URL('../../schema.graphql', import.meta.url), schemaTextOf(schema));
