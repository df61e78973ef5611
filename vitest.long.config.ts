import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.ts';

// What takes minutes: long files, and other things that only show in bulk. One file at a time, so that each measures itself.
const { exclude: _short, include: _all, ...test } = shared.test ?? {};

export default defineConfig(
  mergeConfig(
    { ...shared, test },
    { test: { include: ['test/**/*.long.test.ts'], exclude: configDefaults.exclude, fileParallelism: false } },
  ),
);
