import type { Database, PrismaDatabase } from '../../src/stores/database/database.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import type { TestStore } from './stores.ts';

const written: ReadonlySet<string | symbol> = new Set(['$queryRaw', '$queryRawUnsafe', '$executeRaw']);

/** The same store, with every SQL statement counted. */
export function countedDatabase(store: TestStore): {
  readonly store: TestStore;
  readonly count: { statements: number };
} {
  const count = { statements: 0 };
  const prisma: PrismaDatabase = new Proxy(store.database.prisma, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (written.has(member)) count.statements++;
        return value.apply(target, given);
      };
    },
  });
  const statements: Database['statements'] = {
    rows(statement) {
      count.statements++;
      return store.database.statements.rows(statement);
    },
  };
  return {
    store: { ...store, stores: createStores({ ...store.database, prisma, statements, reports: statements }) },
    count,
  };
}
