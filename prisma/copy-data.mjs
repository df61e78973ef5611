// Part of `npm run build`: the compiler does not copy the rate book.
import { cpSync, rmSync } from 'node:fs';

const from = new URL('../src/reference/data', import.meta.url);
const to = new URL('../dist/reference/data', import.meta.url);

rmSync(to, { recursive: true, force: true }); // A file that is gone from the book must not live on.
cpSync(from, to, { recursive: true });
