import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, isScalarType, isSpecifiedScalarType, parse } from 'graphql';
import { expect, it } from 'vitest';
import { aDirectory } from '../support/directory.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'src/graphql/GUIDE.md'), 'utf8');
const schemaText = readFileSync(join(root, 'schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);

/** A code block of the guide, found by its beginning. */
function blockOf(start: string): string {
  const block = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].find(([, text]) => text!.startsWith(start));
  return block![1]!;
}

const scalarsOf = Object.values(schema.getTypeMap())
  .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name)
  .sort();

type CodegenConfig = {
  readonly schema: string;
  readonly generates: Record<string, { preset: string; presetConfig: object; config: Record<string, unknown> }>;
};

// Does the same as its command, which is not installed because it has more dependencies than the gateway.
it('sets up GraphQL Code Generator so that it writes the types of an operation', async () => {
  const directory = aDirectory();
  const config = join(directory, 'codegen.mts');
  writeFileSync(config, blockOf("import type { CodegenConfig } from '@graphql-codegen/cli';"));
  const { schema: at, generates } = ((await import(pathToFileURL(config).href)) as { default: CodegenConfig }).default;
  expect([at, Object.keys(generates)]).toEqual(['./schema.graphql', ['src/gql/']]);
  const { preset: name, presetConfig, config: settings } = generates['src/gql/']!;
  expect(name).toBe('client');
  const text = 'query One { auditEntries(first: 1) { nodes { patch { path value } } } }';
  const folder = join(directory, 'src/gql/');
  mkdirSync(folder, { recursive: true });
  const files = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    schema: parse(schemaText),
    schemaAst: schema,
    documents: [{ location: 'one.graphql', rawSDL: text, document: parse(text) }],
    config: settings,
    presetConfig,
    plugins: [],
    pluginMap: {},
  });
  const written = await Promise.all(files.map(async (file) => [file.filename, await codegen(file)] as const));
  const types = written.find(([filename]) => filename.endsWith('graphql.ts'))?.[1];
  expect(types).toContain('patch: Array<{ path: string, value: unknown }>');
});

it('names every scalar to gql.tada', () => {
  const shown = blockOf("import { initGraphQLTada } from 'gql.tada';");
  const named = /scalars: \{([^}]*)\}/.exec(shown)![1]!;
  expect([...named.matchAll(/(\w+):/g)].map(([, name]) => name).sort()).toEqual(scalarsOf);
});
