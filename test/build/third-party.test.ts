import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtMain } from '../support/built.ts';

builtMain();
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const licences = read('dist/THIRD-PARTY.txt')
  .split(`\n${'='.repeat(80)}\n`)
  .slice(1);
const bom = JSON.parse(read('dist/bom.cdx.json'));
type Component = {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
};
const components: readonly Component[] = bom.components;
const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);

describe('what a build contains of other packages', () => {
  it('is named with its licence in THIRD-PARTY.txt, in full', () => {
    const named = licences.map((text) => text.split('\n', 1)[0]);
    expect(named).toEqual(components.map((one) => `${nameOf(one)} ${one.version}`));
    for (const text of licences) expect([text.slice(0, 60), text.length > 400]).toEqual([text.slice(0, 60), true]);
    const zod = licences.find((text) => text.startsWith('zod '))!;
    expect(zod).toContain('License: MIT');
    expect(zod).toContain('Colin McDonnell');
  });

  it('is every package that the gateway needs to run, and none that only builds or tests it', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const names = new Set(components.map(nameOf));
    const builtIn = ['us-atlas', '@prisma/driver-adapter-utils'];
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
    expect(names).toContain('@scalar/api-reference');
    expect(
      Object.keys(devDependencies)
        .filter((name) => names.has(name))
        .sort(),
    ).toEqual(builtIn.sort());
  });

  it('is listed for programs as CycloneDX, with the digests of the lock file', () => {
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bom.metadata.component).toMatchObject({
      type: 'application',
      name: 'tollgate',
      purl: 'pkg:npm/tollgate@0.1.0',
    });
    const graphql = components.find(({ purl }) => purl.startsWith('pkg:npm/graphql@'));
    const { integrity } = JSON.parse(read('package-lock.json')).packages['node_modules/graphql'];
    const [{ alg, content }] = graphql!.hashes as [Component['hashes'][number]];
    expect([alg, `sha512-${Buffer.from(content, 'hex').toString('base64')}`]).toEqual(['SHA-512', integrity]);
    expect(components.map(({ purl }) => purl)).toContain('pkg:npm/%40electric-sql/pglite@0.5.16');
    for (const { purl, hashes } of components) expect([purl, hashes?.length]).toEqual([purl, 1]);
  });

  it('may be used and passed on by its licence', () => {
    const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'OFL-1.1'];
    const others = components.filter(({ licenses }) => !permissive.includes(licenses[0]?.license?.id ?? ''));
    expect(others.map(nameOf)).toEqual([]);
  });
});
