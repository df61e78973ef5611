import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const connectors = join(import.meta.dirname, '../../src/shops');

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

/** The packages imported by the files of a connector, and by the parts loaded by its platform. */
function importedBy(name: string): string[] {
  const files = [name, 'shared'].flatMap((folder) =>
    readdirSync(join(connectors, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|js)$/.test(file))
      .map((file) => readFileSync(join(connectors, folder, file), 'utf8')),
  );
  const found = files.flatMap((text) => [...text.matchAll(/(?:from |require\()'([^'.][^']*)'/g)].map(([, id]) => id!));
  const packages = found.map((id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(packages)].filter((id) => id !== '@tollgate/client').sort();
}

describe.each(['vendure', 'medusa', 'saleor'])('@tollgate/%s', (name) => {
  const manifest = JSON.parse(readFileSync(join(connectors, name, 'package.json'), 'utf8')) as Manifest;
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };

  it('declares exactly the packages that it imports', () => {
    expect(Object.keys(declared).sort()).toEqual(importedBy(name));
  });

  it('has peers of one major version, so that no other is installed with it', () => {
    for (const range of Object.values(manifest.peerDependencies)) expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
  });
});

describe.each(['client', 'medusa', 'saleor', 'vendure'])('@tollgate/%s', (name) => {
  it('exports paths and targets that Node accepts', () => {
    const { exports } = JSON.parse(readFileSync(join(connectors, name, 'package.json'), 'utf8')) as {
      exports?: object;
    };
    const paths = Object.entries(exports ?? {}).flatMap(([path, target]) =>
      typeof target === 'string' ? [path, target] : [path, ...Object.values<string>(target)],
    );
    expect(paths.filter((path) => path !== '.' && !path.startsWith('./'))).toEqual([]);
  });
});
