import type { PrismaDatabase } from '../../src/stores/database/database.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import type { TestStore } from './stores.ts';

const statements: ReadonlySet<string | symbol> = new Set(['$queryRaw', '$queryRawUnsafe', '$executeRaw']);

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
        if (statements.has(member)) count.statements++;
        return value.apply(target, given);
      };
    },
  });
  return { store: { ...store, stores: createStores({ ...store.database, prisma }) }, count };
}
