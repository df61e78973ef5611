import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.ts';

// What only a real browser can show: the pages of the built server. One file at a time, each with a browser of its own.
const { exclude: _without, include: _all, ...test } = shared.test ?? {};

export default defineConfig(
  mergeConfig(
    { ...shared, test },
    {
      test: {
        include: ['test/**/*.browser.test.ts'],
        exclude: configDefaults.exclude,
        fileParallelism: false,
        testTimeout: 60_000,
        hookTimeout: 90_000,
        expect: { poll: { timeout: 15_000 } },
      },
    },
  ),
);
