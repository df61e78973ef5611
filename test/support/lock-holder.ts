import { lockDirectory } from '../../src/stores/database/directory-lock.ts';

// A separate process for the lock tests: holds the given directory until it is killed.
try {
  await lockDirectory(process.argv[2]!);
  process.stdout.write('held\n');
  setInterval(() => {}, 1_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
