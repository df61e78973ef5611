import { workCosts } from '../../domain/base/work-costs.ts';
import type { Work } from '../../ports/work.ts';
import type { Database } from './database.ts';
import type { Statements } from './statements.ts';

type ForRequests = Pick<Database, 'prisma' | 'statements' | 'reports' | 'trailKey'>;

/**
 * The database as used by one request: raw statements, unlike Prisma queries, are charged to the work of the request.
 */
export function charged({ prisma, statements, reports, trailKey }: ForRequests, work: Pick<Work, 'add'>): ForRequests {
  return {
    prisma,
    statements: chargedStatements(statements, work),
    reports: chargedStatements(reports, work),
    trailKey,
  };
}

function chargedStatements(statements: Statements, work: Pick<Work, 'add'>): Statements {
  return {
    async rows(statement, planning) {
      const rows = await statements.rows(statement, planning);
      work.add(workCosts.statement + workCosts.row * rows.length);
      return rows as never;
    },
  };
}
