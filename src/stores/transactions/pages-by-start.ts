import { Prisma } from '../generated/client.ts';
import type { PageSql } from '../sql/page-sql.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

export type MostByStart = {
  /**
   * Number of documents to search first, in sort order. Searching 2,000 takes two milliseconds and suffices if one in
   * forty matches.
   */
  readonly lookedThrough: number;
  /**
   * Maximum number of documents to find by prefix and then sort; an index page holds 60. If more documents match,
   * reading in sort order soon finds a page of them.
   */
  readonly sorted: number;
};

export type SizedPage = PageSql & { readonly size: number };

type ByStart = {
  readonly conditions: readonly Prisma.Sql[];
  readonly page: SizedPage;
  /** Selects the same keys, however many documents match. */
  readonly otherwise: Prisma.Sql;
  readonly most: MostByStart;
};

/**
 * Selects the keys of a page of documents whose external ids start with a text. Such ids were often assigned within a
 * short time: many may start with `2024-` but none of the newest, while the planner expects matches to be evenly
 * spread. The statement therefore chooses the faster way itself.
 */
export function selectByStart(scope: TenantScope, { conditions, page, otherwise, most }: ByStart): Prisma.Sql {
  const { isAfter, order, limit, size } = page;
  const keys = Prisma.sql`created_at, tax_date, external_id, service_id`;
  return Prisma.sql`
    WITH near AS MATERIALIZED (
      SELECT service_id FROM (SELECT * FROM transactions ${where(scope, [isAfter])} ${order} LIMIT ${most.lookedThrough}) AS transactions
      WHERE ${Prisma.join([...conditions], ' AND ')} ${order} ${limit}
    ), found AS MATERIALIZED (
      SELECT ${keys} FROM transactions ${where(scope, [...conditions, isAfter])} AND (SELECT count(*) FROM near) < ${size}
      LIMIT ${most.sorted + 1}
    )
    SELECT service_id AS page_id FROM near WHERE (SELECT count(*) FROM near) >= ${size}
    UNION ALL
    (SELECT service_id FROM found WHERE (SELECT count(*) FROM found) <= ${most.sorted} ${order} ${limit})
    UNION ALL
    SELECT page_id FROM (${otherwise}) AS others WHERE (SELECT count(*) FROM found) > ${most.sorted}`;
}
