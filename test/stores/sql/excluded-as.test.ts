import { expect, it } from 'vitest';
import { customerTypes } from '../../../src/domain/base/customer-type.ts';
import { exclusionsOf } from '../../../src/domain/nexus/nexus-sales.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { excludedAs } from '../../../src/stores/sql/excluded-as.ts';
import { taxReasons } from '../../../src/tax/model/reasons.ts';
import { openTestStore } from '../../support/stores.ts';

const { database } = await openTestStore();

it('excludes the same lines from the sales of a place as the calculation', async () => {
  const rows = await database.statements.rows<{ type: string; reason: string; excluded: string[] }>(
    Prisma.sql`SELECT type, reason, ${excludedAs(Prisma.sql`type`, Prisma.sql`reason`)} AS excluded
      FROM unnest(${customerTypes}::text[]) AS type, unnest(${taxReasons}::text[]) AS reason`,
  );
  const inSql = new Map(rows.map(({ type, reason, excluded }) => [`${type} ${reason}`, [...excluded].sort()]));
  const expected = customerTypes.flatMap((type) =>
    taxReasons.map((reason) => [`${type} ${reason}`, [...exclusionsOf(type, reason)].sort()] as const),
  );
  expect(inSql).toEqual(new Map(expected));
});
