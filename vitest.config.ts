import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql 16 has no "exports" map: Vite would pick index.mjs while Node gives index.js to every dependency,
  // and `instanceof GraphQLError` would then fail across the two copies.
  resolve: { alias: { graphql: 'graphql/index.js' } },
  test: { include: ['test/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 60_000 },
});
