import pg, { type ClientBase } from 'pg';
import type { RecordedStatement } from './recorded-statements.ts';
import { isOfAllTenants, referenceTables } from './routing.ts';

/**
 * The reasons why the nodes of a real cluster would not run a statement as one task of one node; empty if they would. A
 * second step through the coordinator commits in two phases, and then needs every node.
 */
export async function nodeFaults(connection: ClientBase, { text, values }: RecordedStatement): Promise<string[]> {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text) || isOfAllTenants(text)) return [];
  const plan = await connection
    .query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${withValues(text, values)}`)
    .then(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'))
    .catch((error: Error) => error);
  if (plan instanceof Error) return [`The nodes refuse it: ${plan.message}.`];
  // Tables on every node are written on all of them in any case.
  if (!plan.includes('Citus') || referenceTables.includes(/^\s*(?:WITH .*)?INSERT INTO (\w+)/s.exec(text)?.[1] ?? ''))
    return [];
  return [
    plan.includes('Subplan') && 'It runs a part of the statement first, on the coordinator.',
    /INSERT \.\.\. SELECT/.test(plan) && 'It moves the rows that it inserts through the coordinator.',
    !plan.includes('Task Count: 1') && `It is not one task: ${/Task Count: \d+/.exec(plan)?.[0] ?? 'no task'}.`,
  ].filter((fault) => fault !== false);
}

/** The extension cannot explain an insertion of a selection with open parameters. */
function withValues(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => literalOf(values[Number(number) - 1]));
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) {
    const elements = value.map((one) => (one === null ? 'NULL' : JSON.stringify(String(one))));
    return pg.escapeLiteral(`{${elements.join(',')}}`);
  }
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
