import pg from 'pg';

export type Callback = (error: unknown, ...more: unknown[]) => void;
type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * Settings that survive even behind a pooler, which restores them on whichever connection runs the next unit of work.
 */
export const sessionSettings = "SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO'";

/**
 * For poolers that lend a connection per unit of work, such as PgBouncer in transaction mode. Such poolers refuse or
 * ignore the start-up settings of a connection. Each unit of work therefore sets its own limits, and a single statement
 * becomes a unit of work.
 */
export function limitEachUnit(pool: pg.Pool, settings: Readonly<Record<string, string>>): void {
  const limits = Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} TO ${pg.escapeLiteral(value)}`)
    .join('; ');
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as unknown as Query;
    // Sent first; if it fails, all subsequent statements fail too.
    query(sessionSettings).catch(() => {});
    const limited = limitedQuery(query, limits);
    const value = (...args: unknown[]) => {
      const callback = args.at(-1);
      if (!isCallback(callback)) return limited(...args);
      limited(...args.slice(0, -1)).then(
        (result) => callback(null, result),
        (error) => callback(error),
      );
      return undefined;
    };
    Object.defineProperty(client, 'query', { value, configurable: true });
  });
}

function limitedQuery(query: Query, limits: string): Query {
  let isInUnit = false;
  return async (...args) => {
    const text = statementText(args[0]);
    if (/^\s*BEGIN\b/i.test(text)) {
      const begun = await query(...args);
      try {
        await query(limits);
      } catch (error) {
        await query('ROLLBACK').catch(() => {});
        throw error;
      }
      isInUnit = true;
      return begun;
    }
    if (/^\s*(COMMIT|ROLLBACK)\s*$/i.test(text)) isInUnit = false;
    else if (!isInUnit) return inOwnUnit(query, limits, args);
    return query(...args);
  };
}

async function inOwnUnit(query: Query, limits: string, args: readonly unknown[]): Promise<unknown> {
  await query(`BEGIN; ${limits}`);
  try {
    const result = await query(...args);
    await query('COMMIT');
    return result;
  } catch (error) {
    await query('ROLLBACK').catch(() => {}); // The connection may be lost, and the unit of work with it.
    throw error;
  }
}

/** Whether connections keep their start-up settings. */
export async function keepsSettings(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, statement_timeout: 10_000, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ is_kept: boolean }>(
      `SELECT current_setting('TimeZone') = 'UTC' AND current_setting('statement_timeout') = '10s' AS is_kept`,
    );
    return rows[0]!.is_kept;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

export function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** The text of a statement given to `query`, as text or in an object. */
export function statementText(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}
