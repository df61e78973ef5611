// npm run release:snapshot: saves snapshots of the promises of the version in package.json, for comparison with later
// versions.
import { currentRelease, root } from './current-release.ts';
import { keepRelease } from './kept-releases.ts';

for (const file of keepRelease(root, currentRelease())) console.log(file);
