// Writes the GraphQL schema types against which the console's operations are checked, unless they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { keepUpToDate } from './up-to-date.mjs';

const folder = 'src/web/console/generated';

await keepUpToDate({
  stamp: `${folder}/.stamp`,
  inputs: ['schema.graphql', 'node_modules/.package-lock.json'],
  async make() {
    const introspection = introspectionFromSchema(buildSchema(readFileSync('schema.graphql', 'utf8')));
    const types = await outputIntrospectionFile(minifyIntrospection(introspection), {
      fileType: '.d.ts',
      shouldPreprocess: true,
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/introspection.d.ts`, types);
  },
});
