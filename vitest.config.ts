import { configDefaults, defineConfig } from 'vitest/config';

// What only a server can show is in `*.server.test.ts`, and run by `npm run test:postgres`.
// What takes minutes is in `*.long.test.ts`, and run by `npm run test:long`.
// Floods of hostile requests are in `*.attack.test.ts`, and run by `npm run test:attack`.
// What only a browser can show is in `*.browser.test.ts`, and run by `npm run test:browser`.
const needsServer = process.env.TEST_DATABASE_URL ? [] : ['test/**/*.server.test.ts'];

export default defineConfig({
  // graphql 16 has no "exports" map: Vite would pick index.mjs while Node gives index.js to every dependency,
  // and `instanceof GraphQLError` would then fail across the two copies.
  resolve: { alias: { graphql: 'graphql/index.js' } },
  test: {
    include: ['test/**/*.test.ts'],
    // Holds the statements of every file to what a database of many nodes can route.
    setupFiles: ['test/support/routing.setup.ts'],
    exclude: [
      ...configDefaults.exclude,
      'test/**/*.long.test.ts',
      'test/**/*.browser.test.ts',
      'test/**/*.attack.test.ts',
      ...needsServer,
    ],
    // Files share a worker's modules: loading the rate book and the schema once is most of the time saved.
    isolate: false,
    maxWorkers: 2,
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
