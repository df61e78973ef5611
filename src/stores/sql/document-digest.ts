import { Prisma } from '../generated/client.ts';
import type { TenantScope } from './tenant-scope.ts';

/** The digest of a stored document, from the columns in `../audit/digest-trigger.sql`. */
export const documentDigest = Prisma.sql`transaction_digest(jsonb_build_array(service_id, source, external_id, customer_id, transaction_type,
  transaction_status, tax_date, reported_on, country, state, currency, customer_type, created_from,
  final_transaction_amount::text, tax_amount::text, calculation_number, rate_book_version), document, snapshot)`;

/** The digest of a document in the trail: from the last change that contains a digest. */
export function digestInTrail(scope: TenantScope): Prisma.Sql {
  return Prisma.sql`(SELECT record_digest FROM changes
    WHERE changes.tenant_id = ${scope.tenantId} AND record_id = transactions.service_id::text AND record_digest IS NOT NULL
    ORDER BY changes.xid DESC, changes.version DESC LIMIT 1)`;
}
