// npm run release:snapshot: saves snapshots of what the version in package.json promises, to compare later versions with.
import { currentRelease, root } from './current-release.ts';
import { keepRelease } from './kept-releases.ts';

for (const file of keepRelease(root, currentRelease())) console.log(file);
