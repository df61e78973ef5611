// Generates the types of both kinds of typed clients from schema.graphql, as a frontend team's build would.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, introspectionFromSchema, parse } from 'graphql';
import { scalarTypes } from './scalars.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const schemaText = readFileSync(at('../../schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);

mkdirSync(at('generated/codegen'), { recursive: true });
await writeForTada();
await writeForCodegen();

/** gql.tada infers types from the text of an operation and this introspection. */
async function writeForTada(): Promise<void> {
  const introspection = minifyIntrospection(introspectionFromSchema(schema));
  const types = await outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
  writeFileSync(at('generated/introspection.d.ts'), types);
}

/** GraphQL Code Generator writes types for each operation, as its command does with the client preset. */
async function writeForCodegen(): Promise<void> {
  const location = at('operations.graphql');
  const rawSDL = readFileSync(location, 'utf8');
  const files = await preset.buildGeneratesSection({
    baseOutputDir: at('generated/codegen/'),
    schema: parse(schemaText),
    schemaAst: schema,
    documents: [{ location, rawSDL, document: parse(rawSDL) }],
    config: {
      scalars: scalarTypes,
      strictScalars: true,
      useTypeImports: true,
      enumsAsTypes: true,
      importExtension: '.ts',
    },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  });
  for (const file of files) writeFileSync(file.filename, await codegen(file));
}
