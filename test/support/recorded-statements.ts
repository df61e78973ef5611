import type { Database } from '../../src/stores/database/database.ts';
import { Prisma } from '../../src/stores/generated/client.ts';

/** A statement with the values of its first use. */
export type RecordedStatement = { readonly text: string; readonly values: readonly unknown[] };

const seen = new Set<string>();
const untaken: RecordedStatement[] = [];

/** The statements sent for the first time by the stores of this worker since the last call. */
export function takeNewStatements(): readonly RecordedStatement[] {
  return untaken.splice(0);
}

/** Statements of archives, which read every tenant, are not recorded. */
function note({ text, values }: RecordedStatement): void {
  if (seen.has(text)) return;
  seen.add(text);
  untaken.push({ text, values });
}

const written: ReadonlySet<string | symbol> = new Set(['$queryRaw', '$executeRaw']);

/** The same database, with every new statement recorded for `takeNewStatements`. */
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
    rows(statement, planning) {
      note(statement);
      return statements.rows(statement, planning);
    },
  };
}

function recorded<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (written.has(member)) note(statementOf(given));
        return value.apply(target, member === '$transaction' ? given.map(recordedWork) : given);
      };
    },
  });
}

/** Calls of `$transaction` with a function get a separate client. */
function recordedWork(work: unknown): unknown {
  return typeof work === 'function' ? (unit: object) => work(recorded(unit)) : work;
}

function statementOf([statement, ...values]: readonly unknown[]): RecordedStatement {
  if (statement instanceof Prisma.Sql) return statement;
  if (Array.isArray(statement)) return new Prisma.Sql(statement.map(String), values as Prisma.Sql[]);
  throw new Error('A statement is made with Prisma.sql, or is a template.');
}
