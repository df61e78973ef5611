import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

const documentsPerPart = 50;

/** Labels a batch of documents from an earlier release and returns their number. */
export async function labelSome(scope: TenantScope): Promise<number> {
  const isMissing = Prisma.sql`labels IS NULL`;
  const rows = await scope.reports.rows(Prisma.sql`
    UPDATE transactions SET labels = document_labels(document) ${where(scope, [
      Prisma.sql`service_id = ANY(ARRAY(SELECT service_id FROM transactions ${where(scope, [isMissing])} ORDER BY service_id LIMIT ${documentsPerPart}))`,
    ])} RETURNING service_id`);
  return rows.length;
}
