import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs `make` unless the file `stamp` shows that it has already succeeded for the same inputs (files, and folders with
 * all their content) and the same Node version. Compares content instead of times, so it reacts to a pull or a branch
 * switch, but not to a fresh checkout of the same commit.
 */
export async function keepUpToDate({ stamp, inputs, except = [], make }) {
  const digest = digestOf(inputs, except);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  rmSync(stamp, { force: true }); // An interrupted run leaves no stamp.
  await make();
  writeFileSync(stamp, digest);
}

function digestOf(inputs, except) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((input) => filesIn(input, except))) {
    const content = readFileSync(file);
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(path, except) {
  if (except.includes(path)) return [];
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesIn(join(path, name), except));
}
