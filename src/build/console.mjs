// Builds the console into a folder: `files` for browsers, compressed and named after their content; `manifest.json`,
// which lists the files a page needs; and `operations.json`, the GraphQL operations that the console may send. Run
// directly, it builds into dist/web/console, for a gateway that runs from source.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundleForBrowser } from './browser-bundle.mjs';
import { evaluate } from './evaluate.mjs';
import { digest, minifyCss, writeNamed } from './named-files.mjs';
import { usMap } from './us-map.mjs';

const source = 'src/web/console';
const isOperations = (file) => /\/operations(?:\.\w+)?\.ts$/.test(file);
const sourceFiles = () =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => join(source, file))
    .filter((file) => !file.startsWith(join(source, 'generated')))
    .sort();

export async function buildConsole(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'files'), { recursive: true });
  const { operations, tokens } = await readSource();
  const data = { usMap: writeNamed(join(folder, 'files'), 'us-map.json', JSON.stringify(usMap())) };
  const script = await bundleScript(join(folder, 'files'), operations, data);
  const styles = writeNamed(join(folder, 'files'), 'console.css', minifyCss(tokens + stylesOf()));
  for (const name of readdirSync(join(folder, 'files'))) compress(join(folder, 'files', name));
  const exported = [...operations.values()].flatMap((exports) => Object.values(exports));
  const texts = exported.filter((text) => !text.startsWith('fragment'));
  writeJson(join(folder, 'operations.json'), Object.fromEntries(texts.map((text) => [digest(text), text])));
  writeJson(join(folder, 'manifest.json'), { ...script, styles });
}

/**
 * The texts of all operations, by file and name, and the design tokens, evaluated from the source instead of guessed
 * from its text.
 */
async function readSource() {
  const files = sourceFiles().filter(isOperations);
  const stray = sourceFiles()
    .filter((file) => /\.tsx?$/.test(file) && !isOperations(file))
    .find((file) => /^import \{ graphql\b/m.test(readFileSync(file, 'utf8')));
  if (stray) throw new Error(`${stray} has a GraphQL operation. Move it to a file named operations.ts.`);
  const entry = [
    ...files.map((file, index) => `export * as file${index} from ${JSON.stringify(resolve(file))};`),
    `export { designTokens } from ${JSON.stringify(resolve('src/http/design-tokens.ts'))};`,
  ].join('\n');
  const { designTokens, ...modules } = await evaluate(entry);
  return {
    tokens: designTokens,
    operations: new Map(files.map((file, index) => [resolve(file), { ...modules[`file${index}`] }])),
  };
}

/**
 * Code shared by several parts is in one file: compression finds no repetitions across files, and the page loads this
 * file together with the first script.
 */
const shared = { name: 'base', minShareCount: 2 };

async function bundleScript(folder, operations, data) {
  const output = await bundleForBrowser(folder, {
    source,
    input: { console: join(source, 'main.tsx') },
    plugins: [persisted(operations), namedFiles(data)],
    codeSplitting: { groups: [shared] },
  });
  const entry = output.find((chunk) => chunk.isEntry);
  return { script: entry.fileName, preloads: entry.imports };
}

/** The browser gets operation hashes instead of operation texts. */
function persisted(operations) {
  return {
    name: 'persisted-operations',
    load(file) {
      const exports = operations.get(file);
      if (!exports) return null;
      const lines = Object.entries(exports).map(
        ([name, text]) => `export const ${name} = ${JSON.stringify(`sha256:${digest(text)}`)};`,
      );
      return { code: lines.join('\n'), moduleType: 'js' };
    },
  };
}

/** The browser gets the names of the data files that the build has written. */
function namedFiles(data) {
  return {
    name: 'data-files',
    load(file) {
      if (file !== resolve(source, 'base/data-files.ts')) return null;
      return { code: `export const dataFiles = ${JSON.stringify(data)};`, moduleType: 'js' };
    },
  };
}

function stylesOf() {
  return sourceFiles()
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole('dist/web/console');
