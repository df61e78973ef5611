import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createServerDatabase } from '../../support/stores.ts';

it.each([
  [true, 2, 'by name'],
  [false, 0, 'not at all, for poolers that do not know them'],
])('prepares statements: %s', async (preparesStatements, expected) => {
  const { url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!);
  const database = await openDatabase({ kind: 'server', url, poolSize: 1, preparesStatements });
  await database.prisma.$queryRaw`SELECT 1 AS one`;
  await database.statements.rows(Prisma.sql`SELECT 2 AS two`);
  const { rows } = database.statements;
  const [row] = await rows<{ count: number }>(
    Prisma.sql`SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT _ AS %'`,
  );
  expect(row).toEqual({ count: expected });
  await database.close();
  await drop();
});
