// npm run release:snapshot: keeps what the version of package.json promises, for later ones to be compared with.
import { currentRelease, root } from './current-release.ts';
import { keepRelease } from './kept-releases.ts';

for (const file of keepRelease(root, currentRelease())) console.log(file);
