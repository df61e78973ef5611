// Builds the page files into a folder: `files` for browsers, compressed and named after their content; `manifest.json`,
// which lists the file names; and `guides.json`, the guides as HTML. Run directly, it builds into dist/web/pages, for a
// gateway that runs from source.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bundleForBrowser } from './browser-bundle.mjs';
import { evaluate } from './evaluate.mjs';
import { guides } from './guides.mjs';
import { digest, minifyCss, writeNamed } from './named-files.mjs';

const scripts = 'src/web/pages/browser';
const styles = 'src/web/pages/styles';
const reference = 'src/web/pages/vendor/scalar';
/** Compressing the reference viewer takes seconds, and only a new version changes it. */
const cache = 'node_modules/.cache/tollgate';

export async function buildPages(folder) {
  rmSync(folder, { recursive: true, force: true });
  const files = join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const { pages, search } = guides();
  const kept = copyReference(files);
  const { designTokens: tokens } = await evaluate(
    `export { designTokens } from ${JSON.stringify(resolve('src/http/design-tokens.ts'))};`,
  );
  const styled = (file, ...sheets) => writeNamed(files, file, minifyCss(tokens + sheets.map(sheet).join('\n')));
  const named = {
    'page.css': styled('page.css', 'base', 'content', 'front', 'guides'),
    'reference.css': styled('reference.css', 'base', 'reference'),
    'search.json': writeNamed(files, 'search.json', JSON.stringify(search)),
    ...kept.files,
    ...(await bundleScripts(files)),
  };
  const preloads = { 'reference.js': kept.preloads };
  await Promise.all(filesIn(files).map((file) => compress(file)));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files: named, preloads }, null, 2));
  writeFileSync(join(folder, 'guides.json'), JSON.stringify(pages));
}

const sheet = (name) => readFileSync(join(styles, `${name}.css`), 'utf8');

async function bundleScripts(folder) {
  const names = readdirSync(scripts).filter((name) => /^[\w-]+\.page\.ts$/.test(name));
  const output = await bundleForBrowser(folder, {
    source: scripts,
    input: Object.fromEntries(names.map((name) => [name.replace('.page.ts', ''), join(scripts, name)])),
  });
  return Object.fromEntries(output.filter(({ isEntry }) => isEntry).map((one) => [`${one.name}.js`, one.fileName]));
}

/**
 * The reference viewer consists of modules that import each other by name, so their folder is named after the content
 * of all modules.
 */
function copyReference(folder) {
  const names = ['standalone.esm.js', ...readdirSync(join(reference, 'chunks')).map((name) => `chunks/${name}`)];
  const modules = names.map((name) => [name, readFileSync(join(reference, name), 'utf8')]);
  const within = `scalar.${digest(modules.flat().join('\n')).slice(0, 10)}`;
  mkdirSync(join(folder, within, 'chunks'), { recursive: true });
  for (const [name, text] of modules) writeFileSync(join(folder, within, name), text);
  const texts = new Map(modules);
  const first = new Set();
  const follow = (name) => {
    if (first.has(name)) return;
    first.add(name);
    // The modules are minified, and a static import has no parentheses: `import"./a.js"`, `import{a as b}from"./a.js"`.
    for (const [, path] of texts.get(name).matchAll(/(?:\bimport|\bfrom)\s*["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g)) {
      const found = join(dirname(name), path);
      if (texts.has(found)) follow(found);
    }
  };
  follow('standalone.esm.js');
  return {
    files: { 'scalar.js': `${within}/standalone.esm.js` },
    preloads: [...first].map((name) => `${within}/${name}`),
  };
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

async function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(
    `${file}.br`,
    await once(file, `${digest(bytes)}.br`, () => promisify(brotliCompress)(bytes, { params })),
  );
  writeFileSync(`${file}.gz`, await once(file, `${digest(bytes)}.gz`, () => promisify(gzip)(bytes, { level: 9 })));
}

/** The reference viewer is compressed only once. */
async function once(file, name, make) {
  if (!file.includes('/scalar.')) return make();
  const path = join(cache, name);
  if (existsSync(path)) return readFileSync(path);
  const made = await make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, made);
  return made;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPages('dist/web/pages');
