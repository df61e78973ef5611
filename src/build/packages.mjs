import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const shops = 'src/shops';
const client = `${shops}/client`;

/** The folders of `src` that are published as separate packages, by package name without scope. */
const sources = () => ({
  ...Object.fromEntries(
    readdirSync(shops)
      .filter((name) => existsSync(join(shops, name, 'package.json')))
      .map((name) => [name, join(shops, name)]),
  ),
});

/**
 * Builds the packages for shops. Each package has its code in one file per entry point, its types, README and license.
 * A connector includes the client's code, so a shop installs a single package.
 */
export async function buildPackages(folder) {
  await Promise.all(Object.entries(sources()).map(([name, source]) => buildPackage(source, join(folder, name))));
}

async function buildPackage(source, folder) {
  const { version, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const {
    entrances = { index: 'entrance' },
    format = 'esm',
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  const made = await rolldown({
    input: Object.fromEntries(Object.entries(entrances).map(([to, from]) => [to, join(source, `${from}.ts`)])),
    platform: 'neutral',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('src/') && id !== '@tollgate/client',
    resolve: { alias: { '@tollgate/client': join(process.cwd(), client, 'entrance.ts') } },
  });
  await made.write({
    dir: folder,
    format,
    exports: 'named',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    // Unneeded whitespace is a third of the client, which browsers load. The connectors are meant to be read by their
    // users.
    minify: source === client,
  });
  await made.close();
  writeTypes([source, ...(source === client ? [] : [client, join(shops, 'shared')])], join(folder, 'types'));
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  // Medusa finds the parts of a plugin by their location.
  const plugin = join(source, 'plugin');
  if (existsSync(plugin)) cpSync(plugin, join(folder, '.medusa/server/src'), { recursive: true });
  cpSync('LICENSE', join(folder, 'LICENSE'));
  // The sources are ES modules, whatever format the platform loads.
  const type = format === 'esm' ? 'module' : 'commonjs';
  const whole = { version, license, engines, ...manifest, type };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: manifest.name, ...whole }, null, 2)}\n`);
}

/**
 * Generates the types of each file from its text only, which is enough because exported functions declare their types.
 */
function writeTypes(folders, into) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  for (const file of files) {
    const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'));
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('\n')}`);
    const target = join(into, relative(shops, file)).replace(/\.ts$/, '.d.ts');
    mkdirSync(dirname(target), { recursive: true });
    const up = relative(dirname(target), join(into, 'client/entrance.js'));
    writeFileSync(
      target,
      code
        .replaceAll(/(from\s+["'])(\.{1,2}\/[^"']+)\.ts(["'])/g, '$1$2.js$3')
        .replaceAll(/(from\s+["'])@tollgate\/client(["'])/g, `$1${up.startsWith('.') ? up : `./${up}`}$2`),
    );
  }
}
