import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { erasedDocument, erasedSnapshot, personalMembers, reliesOnTaxNumber } from '../../domain/erasure/erasure.ts';
import type { TransactionType } from '../../domain/transactions/transaction-enums.ts';
import type { DocumentCalculation } from '../../domain/transactions/transaction-snapshot.ts';
import type { Erasure, ErasureStore } from '../../ports/stores/erasure-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { totalsForm } from '../transactions/totals-column.ts';
import { selectPart } from '../transactions/transaction-pages.ts';
import { eraseTrail } from './erased-trail.ts';

/** Batch size: small enough not to block other writers, or the embedded store, for long. */
const rowsPerPart = 100;
/** Less than the compressed size of a document with 1,000 items, so that each such document forms a separate part. */
const bytesPerPart = 24 * 1024;
const longestPartMs = 30_000;

type DocumentKey = { service_id: string; created_at: string; transaction_type: TransactionType };
type DocumentRow = DocumentCalculation & DocumentKey;
type CalculationRow = DocumentCalculation & { transaction_id: string; calculation_number: number };
/** Contains keys instead of documents, because documents can be long. */
type Part = { readonly keys: readonly DocumentKey[]; readonly changed: number; readonly keepsTaxNumber: boolean };

const byCreation = Prisma.sql`ORDER BY created_at, service_id`;
const byNumber = Prisma.sql`ORDER BY transaction_id, calculation_number`;

export function createDocumentEraser(scope: TenantScope): ErasureStore['eraseDocuments'] {
  return async (erasure) => {
    let changed = 0;
    let keepsTaxNumber = false;
    for (let after: DocumentKey | undefined; ; ) {
      const part = await eraseDocumentsAfter(scope, erasure, after);
      // Runs after the documents are erased: a document replaced from now on adds an erased version to its history.
      await eraseCalculations(scope, part.keys);
      changed += part.changed;
      keepsTaxNumber ||= part.keepsTaxNumber;
      after = part.keys.at(-1);
      if (!after) return { changed, keepsTaxNumber };
    }
  };
}

/** Erases in order of creation, so that documents stored during the erasure are included. */
function eraseDocumentsAfter(scope: TenantScope, erasure: Erasure, after: DocumentKey | undefined): Promise<Part> {
  const { customerId, reason, at } = erasure;
  const isNext = Prisma.sql`(created_at, service_id) > (${after?.created_at}::timestamptz, ${after?.service_id}::uuid)`;
  const theirs = where(scope, [Prisma.sql`customer_id = ${customerId}::uuid`, after ? isNext : null]);
  return scope.prisma.$transaction(
    async (unit) => {
      const next = Prisma.sql`SELECT * FROM transactions ${theirs} ${byCreation} LIMIT ${rowsPerPart}`;
      const ofPart = selectPart(Prisma.sql`service_id`, next, byCreation, bytesPerPart);
      const rows = await unit.$queryRaw<DocumentRow[]>`
        SELECT service_id::text, created_at::text, transaction_type::text, document, snapshot
        FROM transactions ${where(scope, [Prisma.sql`service_id IN (SELECT service_id FROM (${ofPart}) AS part)`])}
        ${byCreation} FOR UPDATE`;
      const erased = await eachErased(rows, (row) =>
        erasedColumns(row, row.transaction_type, { service_id: row.service_id }),
      );
      const written: { id: string; version: number }[] = [];
      if (erased.length > 0) {
        const updated = await unit.$queryRaw<typeof written>`
          UPDATE transactions SET document = erased.document, snapshot = erased.snapshot,
            totals_form = ${totalsForm}::smallint, updated_at = greatest(updated_at, ${at.toISOString()}::timestamptz), version = version + 1,
            changed_by = ${scope.changedBy}
          FROM json_to_recordset(${listOf(erased)}::json) AS erased (service_id uuid, document json, snapshot json)
          WHERE transactions.tenant_id = ${scope.tenantId} AND transactions.service_id = erased.service_id
          RETURNING transactions.service_id::text AS id, version`;
        written.push(...updated);
      }
      const ids = rows.map(({ service_id }) => service_id);
      if (ids.length > 0)
        await eraseTrail(unit, scope, { ids, written, personal: personalMembers.transaction, reason });
      return {
        keys: rows.map(({ service_id, created_at, transaction_type }) => ({
          service_id,
          created_at,
          transaction_type,
        })),
        changed: erased.length,
        keepsTaxNumber: rows.some((row) => reliesOnTaxNumber(row.document, row.transaction_type)),
      };
    },
    { timeout: longestPartMs },
  );
}

async function eraseCalculations(scope: TenantScope, documents: readonly DocumentKey[]): Promise<void> {
  const typeById = new Map(documents.map(({ service_id, transaction_type }) => [service_id, transaction_type]));
  const ids = [...typeById.keys()];
  for (let after: CalculationRow | undefined; ids.length > 0; ) {
    const isNext = Prisma.sql`(transaction_id, calculation_number)
      > (${after?.transaction_id}::uuid, ${after?.calculation_number}::int)`;
    const theirs = where(scope, [Prisma.sql`transaction_id = ANY(${ids}::uuid[])`, after ? isNext : null]);
    const next = Prisma.sql`SELECT * FROM calculations ${theirs} ${byNumber} LIMIT ${rowsPerPart}`;
    const columns = Prisma.sql`transaction_id, calculation_number, document, snapshot`;
    const rows: CalculationRow[] = await scope.reports.rows(selectPart(columns, next, byNumber, bytesPerPart));
    const erased = await eachErased(rows, (row) => {
      const { transaction_id, calculation_number } = row;
      return erasedColumns(row, typeById.get(transaction_id)!, { transaction_id, calculation_number });
    });
    if (erased.length > 0) {
      await scope.reports.rows(Prisma.sql`
        UPDATE calculations SET document = erased.document, snapshot = erased.snapshot
        FROM json_to_recordset(${listOf(erased)}::json)
          AS erased (transaction_id uuid, calculation_number int, document json, snapshot json)
        WHERE calculations.tenant_id = ${scope.tenantId} AND calculations.transaction_id = erased.transaction_id
          AND calculations.calculation_number = erased.calculation_number
        RETURNING calculations.transaction_id`);
    }
    after = rows.at(-1);
    if (!after) return;
  }
}

async function eachErased<Row>(
  rows: readonly Row[],
  columnsOf: (row: Row) => Promise<readonly string[]>,
): Promise<string[]> {
  const erased: string[] = [];
  for (const row of rows) erased.push(...(await columnsOf(row)));
  return erased;
}

/**
 * The key and the columns to write, as one JSON object; empty if the row has no personal data. Yields to other requests
 * between the parts of a row, which can be long.
 */
async function erasedColumns(
  { document, snapshot }: DocumentCalculation,
  type: TransactionType,
  key: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  await nextTurn();
  const erased = erasedDocument(document);
  const hasChanged = !isDeepStrictEqual(erased, document);
  const documentJson = JSON.stringify(erased);
  await nextTurn();
  const kept = { keepsTaxNumber: reliesOnTaxNumber(document, type) };
  const erasedLaw = erasedSnapshot(snapshot, kept);
  if (!hasChanged && isDeepStrictEqual(erasedLaw, snapshot)) return [];
  await nextTurn();
  return [`${JSON.stringify(key).slice(0, -1)},"document":${documentJson},"snapshot":${JSON.stringify(erasedLaw)}}`];
}

const listOf = (objects: readonly string[]): string => `[${objects.join(',')}]`;
