import type { CalculationName, EarlierCalculation } from '../../domain/transactions/earlier-calculation.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { partOf, type SizedRow, selectPart } from './transaction-pages.ts';

type Row = {
  transaction_id: string;
  calculation_number: number;
  document: TransactionDocument;
  rate_book_version: string;
  replaced_at: string;
};

type SnapshotRow = { position: number; snapshot: TransactionSnapshot };

/** Reads calculations that were later replaced. A trigger stores them when a document is recalculated. */
export function createCalculationStore(
  scope: TenantScope,
): Pick<TransactionStore, 'findPartOfCalculations' | 'findCalculationSnapshots'> {
  function named(names: readonly CalculationName[]): Prisma.Sql {
    const ids = names.map(({ serviceId }) => (isUuid(serviceId) ? serviceId : null));
    const numbers = names.map(({ calculationNumber }) => calculationNumber);
    return Prisma.sql`unnest(${ids}::uuid[], ${numbers}::int[]) WITH ORDINALITY AS named(named_id, named_number, position)
      JOIN calculations ON transaction_id = named_id AND calculation_number = named_number ${where(scope, [])}`;
  }

  return {
    async findPartOfCalculations(names) {
      if (names.length === 0) return { rows: [], isCut: false };
      const columns = Prisma.sql`transaction_id, calculation_number, document, rate_book_version, replaced_at`;
      const whole = Prisma.sql`SELECT position, ${columns}, snapshot FROM ${named(names)}`;
      const select = selectPart(columns, whole, Prisma.sql`ORDER BY position`);
      const { rows, isCut } = partOf(await scope.statements.rows<SizedRow<Row>>(select));
      return { rows: rows.map(toCalculation), isCut };
    },

    async findCalculationSnapshots(names) {
      const select = Prisma.sql`SELECT position, snapshot FROM ${named(names)}`;
      const rows = await scope.statements.rows<SnapshotRow>(select);
      const found = new Map(rows.map(({ position, snapshot }) => [position, snapshot]));
      return names.map((_name, index) => found.get(index + 1) ?? null);
    },
  };
}

function toCalculation(row: Row): EarlierCalculation {
  return {
    serviceId: row.transaction_id,
    calculationNumber: row.calculation_number,
    rateBookVersion: row.rate_book_version,
    document: row.document,
    replacedAt: new Date(row.replaced_at),
  };
}
