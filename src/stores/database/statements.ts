import pg from 'pg';
import type { Prisma } from '../generated/client.ts';
import type { StatementNames } from './statement-names.ts';
import { storeError } from './store-errors.ts';

/**
 * Statements sent directly to the pool of Prisma's adapter. Prisma spends time on every cell of a result; without it, a page
 * of documents takes half the processor time, and a new document a tenth less. Each statement is its own unit of work:
 * statements that must succeed together use Prisma's `$transaction`.
 */
export type Statements = {
  /** The rows of a `SELECT`, or of a statement with `RETURNING`. */
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
};

export function createStatements(pool: pg.Pool, nameOf: StatementNames): Statements {
  return {
    async rows<Row>(statement: Prisma.Sql) {
      const { text, values } = statement;
      const name = nameOf(text) ?? undefined;
      try {
        return (await pool.query<Row & pg.QueryResultRow>({ name, text, values, types })).rows;
      } catch (error) {
        throw storeError(error);
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

/** Every session is in UTC: `2026-07-01 12:00:00.5+00`. */
function instantText(text: string): string {
  return text.replace(' ', 'T').replace('+00', 'Z');
}
