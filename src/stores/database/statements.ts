import pg from 'pg';
import type { Prisma } from '../generated/client.ts';
import type { StatementNames } from './statement-names.ts';
import { isChange, storeError } from './store-errors.ts';

/**
 * Sends statements directly to the pool of Prisma's adapter. Prisma spends time on every cell of a result: without
 * Prisma, reading a page of documents takes half the processor time, and storing a document a tenth less. Each
 * statement is a separate unit of work; statements that must succeed together use Prisma's `$transaction`.
 */
export type Statements = {
  /** The rows of a `SELECT`, or of a statement with `RETURNING`. */
  rows<Row>(statement: Prisma.Sql, planning?: Planning): Promise<Row[]>;
};

/**
 * After a few uses, PostgreSQL uses a generic plan for a prepared statement. `FOR_ITS_VALUES` is for statements whose
 * best plan depends on the values, such as lists with a filter: a value may be common or rare.
 */
export type Planning = 'FOR_ANY_VALUES' | 'FOR_ITS_VALUES';

export function createStatements(pool: pg.Pool, nameOf: StatementNames): Statements {
  return {
    async rows<Row>(statement: Prisma.Sql, planning: Planning = 'FOR_ANY_VALUES') {
      const { text, values } = statement;
      const name = planning === 'FOR_ITS_VALUES' ? undefined : (nameOf(text) ?? undefined);
      try {
        return (await pool.query<Row & pg.QueryResultRow>({ name, text, values, types })).rows;
      } catch (error) {
        throw storeError(error, isChange(text));
      }
    },
  };
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;

/** In rows, days and instants are ISO text and counts are numbers. A `numeric` is text already, and JSON is parsed. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, instantText],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format ?? 'text'),
};

/** Every session is in UTC, so the text has the form `2026-07-01 12:00:00.5+00`. */
function instantText(text: string): string {
  return text.replace(' ', 'T').replace('+00', 'Z');
}
