import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));

/** The peers of a connector, and the dependencies of its platform, as npm installed both in one step. */
describe.each([
  ['vendure', '@vendure/core'],
  ['medusa', '@medusajs/medusa'],
])('@tollgate/%s', (name, platform) => {
  const folder = join(import.meta.dirname, name);
  const manifestOf = (of: string) => manifestAt(join(folder, 'node_modules', of, 'package.json'));
  const { peerDependencies: peers = {} } = manifestOf(`@tollgate/${name}`);
  const { dependencies, peerDependencies } = manifestOf(platform);
  const asked = { ...dependencies, ...peerDependencies };

  it('requires the versions that its platform requires', () => {
    for (const [peer, range] of Object.entries(peers)) {
      // A platform that depends on one version of a part has the same version for all of its parts; any minor version
      // is acceptable to us.
      const [major, minor] = (asked[peer] ?? manifestOf(peer).version).replace('^', '').split('.').map(Number);
      if (asked[peer]?.startsWith('^')) expect([peer, range]).toEqual([peer, asked[peer]]);
      else {
        const [ourMajor, ourMinor] = range.replace('^', '').split('.').map(Number);
        expect([peer, ourMajor]).toEqual([peer, major]);
        expect(ourMinor).toBeLessThanOrEqual(minor!);
      }
    }
  });

  it('shares each peer with its platform: there is one copy of it', () => {
    const ofPlatform = createRequire(join(folder, 'node_modules', platform, 'package.json'));
    for (const peer of Object.keys(peers).filter((one) => one !== platform && asked[one])) {
      expect(
        ofPlatform.resolve
          .paths(peer)!
          .map((path) => join(path, peer, 'package.json'))
          .find(isThere),
      ).toBe(join(folder, 'node_modules', peer, 'package.json'));
    }
  });
});

function isThere(path: string): boolean {
  try {
    return manifestAt(path).version !== '';
  } catch {
    return false;
  }
}
