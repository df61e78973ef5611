import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.ts';

// What takes minutes: long files, other things that only show in bulk, and all examples of the properties. One file at a
// time, so that each measures itself.
const { exclude: _short, include: _all, ...test } = shared.test ?? {};

const properties = [
  'test/tax/**/*.test.ts',
  'test/domain/transactions/**/*.test.ts',
  'test/usecases/liability/refund-chains.test.ts',
  'test/usecases/nexus/nexus.test.ts',
  'test/usecases/transactions/submitted-input.test.ts',
  'test/reference/us/places/spellings.test.ts',
  'test/imports/properties.test.ts',
  'test/rest/transactions/transaction-batch.test.ts',
];

export default defineConfig(
  mergeConfig(
    { ...shared, test },
    {
      test: {
        include: ['test/**/*.long.test.ts', ...properties],
        exclude: configDefaults.exclude,
        fileParallelism: false,
        env: { ALL_EXAMPLES: 'yes' },
      },
    },
  ),
);
