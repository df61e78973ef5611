// Part of `npm run build`: the compiler copies neither the rate book …
import { cpSync, rmSync } from 'node:fs';

const from = new URL('../src/reference/data', import.meta.url);
const to = new URL('../dist/reference/data', import.meta.url);

rmSync(to, { recursive: true, force: true }); // A file that is gone from the book must not live on.
cpSync(from, to, { recursive: true });

// … nor the answers that the OpenAPI document shows.
const answers = 'rest/openapi/example-answers.json';
cpSync(new URL(`../src/${answers}`, import.meta.url), new URL(`../dist/${answers}`, import.meta.url));
