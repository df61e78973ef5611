import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the packages whose code is in a build, such as `node_modules/zod`. */
const folders = new Set();

/** A plugin for the bundler that records the packages in a bundle. */
export const noteBundled = {
  name: 'note-bundled-packages',
  generateBundle(_options, output) {
    for (const { moduleIds = [] } of Object.values(output)) for (const id of moduleIds) note(id);
  },
};

function note(id) {
  const [, folder] = /^\0?(?:.*?\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+)\//.exec(id) ?? [];
  if (folder !== undefined) folders.add(folder);
}

/**
 * The packages whose code or data is part of the build, by name: the recorded packages, and the packages in copied
 * folders.
 */
export function bundledPackages(copied) {
  const found = [...new Set([...folders, ...copied])].map((folder) => ({ ...manifestOf(folder), folder }));
  return found.sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
