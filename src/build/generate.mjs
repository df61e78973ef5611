// npm run generate: writes Prisma's client to src/stores/generated and the console's GraphQL schema types to
// src/web/console/generated, unless they are up to date.
import './console-types.mjs';
import { runQuietly } from './run.mjs';
import { keepUpToDate } from './up-to-date.mjs';

await keepUpToDate({
  stamp: 'src/stores/generated/.stamp',
  inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/.package-lock.json'],
  make: () => runQuietly('Generating the database client …', 'prisma/prisma.mjs', 'generate'),
});
