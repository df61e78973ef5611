import type { EarlierCalculation, TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { type Owners, pagesByOwner } from '../sql/owner-sql.ts';
import { isUuid, limitTo, type TenantScope, where } from '../sql/tenant-scope.ts';

type Row = {
  calculation_number: number;
  document: TransactionDocument;
  rate_book_version: string;
  replaced_at: string;
};

type SnapshotRow = { position: number; snapshot: TransactionSnapshot };

/** Reads calculations that were later replaced. `TransactionStore.replace` writes them. */
export function createCalculationStore(
  scope: TenantScope,
): Pick<TransactionStore, 'listCalculations' | 'findCalculationSnapshots'> {
  return {
    async listCalculations(serviceIds, { limit, below }) {
      const page = {
        field: 'calculationNumber',
        isAfter: below === null ? null : Prisma.sql`calculation_number < ${below}`,
        order: Prisma.sql`ORDER BY calculation_number DESC`,
        limit: limitTo(limit),
      };
      const columns = Prisma.sql`calculation_number, document, rate_book_version, replaced_at`;
      const lists = { owners: calculated(serviceIds), columns, table: Prisma.sql`calculations`, conditions: [] };
      const pages = await pagesByOwner<Row>(scope, lists, page);
      return pages.map((rows) => rows.map(toCalculation));
    },

    async findCalculationSnapshots(names) {
      const ids = names.map(({ serviceId }) => (isUuid(serviceId) ? serviceId : null));
      const numbers = names.map(({ calculationNumber }) => calculationNumber);
      const select = Prisma.sql`SELECT position, snapshot
        FROM unnest(${ids}::uuid[], ${numbers}::int[]) WITH ORDINALITY AS named(named_id, named_number, position)
        JOIN calculations ON transaction_id = named_id AND calculation_number = named_number ${where(scope, [])}`;
      const rows = await scope.statements.rows<SnapshotRow>(select);
      const found = new Map(rows.map(({ position, snapshot }) => [position, snapshot]));
      return names.map((_name, index) => found.get(index + 1) ?? null);
    },
  };
}

function calculated(serviceIds: readonly string[]): Owners {
  const ids = serviceIds.map((id) => (isUuid(id) ? id : null));
  return {
    count: ids.length,
    table: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY AS owner(owner_id, position)`,
    isTheirs: Prisma.sql`transaction_id = owner.owner_id`,
    indexed: 'calculationNumber',
  };
}

function toCalculation(row: Row): EarlierCalculation {
  return {
    calculationNumber: row.calculation_number,
    rateBookVersion: row.rate_book_version,
    document: row.document,
    replacedAt: new Date(row.replaced_at),
  };
}
