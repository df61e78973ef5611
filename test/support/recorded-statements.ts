import type { Database } from '../../src/stores/database/database.ts';
import { Prisma } from '../../src/stores/generated/client.ts';

/** The texts of all statements that the stores of this worker sent, but those of archives, which read every tenant. */
export const storeStatements = new Set<string>();

const written: ReadonlySet<string | symbol> = new Set(['$queryRaw', '$executeRaw']);

/** The same database, with every statement noted in `storeStatements`. */
export function recordedDatabase(database: Database): Database {
  return {
    ...database,
    prisma: recorded(database.prisma),
    statements: recordedRows(database.statements),
    reports: recordedRows(database.reports),
  };
}

function recordedRows(statements: Database['statements']): Database['statements'] {
  return {
    rows(statement) {
      storeStatements.add(statement.text);
      return statements.rows(statement);
    },
  };
}

function recorded<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (written.has(member)) storeStatements.add(textOf(given));
        return value.apply(target, member === '$transaction' ? given.map(recordedWork) : given);
      };
    },
  });
}

/** Of the calls of `$transaction`, those with a function get a client of their own. */
function recordedWork(work: unknown): unknown {
  return typeof work === 'function' ? (unit: object) => work(recorded(unit)) : work;
}

function textOf([statement, ...values]: readonly unknown[]): string {
  if (statement instanceof Prisma.Sql) return statement.text;
  if (Array.isArray(statement)) return new Prisma.Sql(statement.map(String), values.map(asValue)).text;
  throw new Error('A statement is made with Prisma.sql, or is a template.');
}

const asValue = (value: unknown): Prisma.Sql | null => (value instanceof Prisma.Sql ? value : null);
