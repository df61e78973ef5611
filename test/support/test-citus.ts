// npm run test:citus [files]: runs the tests of the store and both doors on the nodes of TEST_CITUS_URL, a database with the
// extension Citus on a cluster where databases may be created.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { citusUrl } from './citus.ts';

const ofTheStore = [
  'test/stores',
  'test/adapters/auth',
  'test/usecases',
  'test/rest',
  'test/graphql',
  'test/cli/archive.process.test.ts',
  'test/cli/import-rates.process.test.ts',
  'test/cli/rates.process.test.ts',
  'test/cli/verify-totals.process.test.ts',
  '.citus.test.ts',
];

if (!citusUrl) {
  console.error('Set TEST_CITUS_URL to a database with the extension Citus and nodes for tenants.');
  process.exit(1);
}
const files = process.argv.slice(2);
const chosen = files.length > 0 ? files : ofTheStore;
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'tests', '--project', 'processes', ...chosen],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
