import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.ts';

// The hostile requests held to their exact cost, and floods of them: one file at a time, on a machine that does nothing else.
const { exclude: _short, include: _all, ...test } = shared.test ?? {};

export default defineConfig(
  mergeConfig(
    { ...shared, test },
    {
      test: {
        include: ['test/attack/*.test.ts'],
        exclude: configDefaults.exclude,
        fileParallelism: false,
        env: { ATTACK: 'strict' },
      },
    },
  ),
);
