import { readdirSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { compiledSource } from './test/support/compiled-source.ts';

// What the name of a file says of where it runs; all other tests are run by `npm test`.
const elsewhere = {
  /** Only a server can show it: `npm run test:postgres`. */
  server: 'test/**/*.server.test.ts',
  /** It takes long: `npm run test:long`. */
  long: 'test/**/*.long.test.ts',
  /** It starts processes, waits for clocks, attacks, breaks a store, or works through thousands: `npm run test:processes`. */
  processes: 'test/**/*.process.test.ts',
  /** Floods of hostile requests: `npm run test:attack`. */
  attack: 'test/**/*.attack.test.ts',
  /** Only a browser can show it: `npm run test:browser`. */
  browser: 'test/**/*.browser.test.ts',
  /** It has packages of its own: `npm run test:clients`. */
  clients: 'test/clients/**/*.test.ts',
  /** Real shops, which are large: `npm run test:platforms`. */
  platforms: 'test/platforms/**/*.test.ts',
};

const { server, ...without } = elsewhere;

/** Tests that no server changes: of requests, pages, the OpenAPI document, and the embedded store and its directory. */
const storeless = [
  ...['test/graphql/http/**', 'test/graphql/graphiql/**', 'test/rest/openapi/**'],
  'test/stores/database/{directory-lock,private-directory,routing,store-copies,until-reachable}*.test.ts',
];
/** Tests of how a store on one node is built. */
const ofOneNode = 'test/stores/database/{list-indexes,migrate,restored-numbers,schema,triggers}*.test.ts';

function excludedHere(): readonly string[] {
  if (process.env.TEST_CITUS_URL) return [...storeless, ofOneNode, server];
  return process.env.TEST_DATABASE_URL ? storeless : [server];
}

// A busy machine is no failure. Three nodes may share it, and a store of many nodes takes longer to make.
const timeLimits = process.env.TEST_CITUS_URL
  ? { testTimeout: 300_000, hookTimeout: 300_000 }
  : { testTimeout: 60_000, hookTimeout: 120_000 };

/** Property tests, of which `npm test` tries a tenth of the examples. */
const properties = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter((name) => /support\/(examples|tax-arbitraries)\.ts'/.test(readFileSync(name, 'utf8')));

/** Files that run one after the other: each measures itself, or has a process of its own. */
const inTurn = { extends: true, test: { exclude: configDefaults.exclude, fileParallelism: false } } as const;

/**
 * The packages for shops name the client as a package; `npm run test:clients` installs what is packed. Projects that resolve the
 * same way share compiled modules.
 */
const ofSource = {
  extends: true,
  resolve: { alias: { '@tollgate/client': `${import.meta.dirname}/src/shops/client/entrance.ts` } },
} as const;

export default defineConfig({
  // graphql 16 has no "exports" map: Vite would pick index.mjs while Node gives index.js to every dependency,
  // and `instanceof GraphQLError` would then fail across the two copies.
  resolve: { alias: { graphql: 'graphql/index.js' } },
  plugins: [await compiledSource()],
  test: {
    // Files share a worker's modules: loading the rate book and the schema once is most of the time saved.
    isolate: false,
    maxWorkers: 2,
    // Young objects of a test die before they are copied: a seventh of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Keeps the compiled tests between runs.
    experimental: { fsModuleCache: true },
    ...timeLimits,
    // Holds the statements of every file to what a database of many nodes can route.
    setupFiles: ['test/support/routing.setup.ts'],
    projects: [
      {
        ...ofSource,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...Object.values(without), ...excludedHere()],
        },
      },
      {
        ...ofSource,
        test: {
          name: 'processes',
          include: [elsewhere.processes],
          exclude: [...configDefaults.exclude, ...excludedHere()],
        },
      },
      {
        ...inTurn,
        test: { ...inTurn.test, name: 'long', include: [elsewhere.long, ...properties], env: { ALL_EXAMPLES: 'yes' } },
      },
      {
        ...inTurn,
        test: { ...inTurn.test, name: 'attack', include: ['test/attack/*.test.ts'], env: { ATTACK: 'strict' } },
      },
      { ...inTurn, test: { ...inTurn.test, name: 'largest', include: ['test/attack/largest/*.test.ts'] } },
      { ...inTurn, test: { ...inTurn.test, name: 'clients', include: [elsewhere.clients] } },
      {
        ...inTurn,
        test: {
          ...inTurn.test,
          name: 'platforms',
          include: [elsewhere.platforms],
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          exclude: configDefaults.exclude,
          name: 'browser',
          include: [elsewhere.browser],
          globalSetup: ['test/browser/year-folder.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
