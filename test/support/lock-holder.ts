import { lockDirectory } from '../../src/stores/database/directory-lock.ts';

// A process of its own for the tests of the lock: holds the directory it is given until it is killed.
try {
  await lockDirectory(process.argv[2]!);
  process.stdout.write('held\n');
  setInterval(() => {}, 1_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
