import { createHash } from 'node:crypto';
import { addDays, daysBetween } from '../../domain/base/calendar.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import type { FiledDocuments } from '../../domain/returns/receipt.ts';
import type { ChangedDocument, FilingName, FilingProof, ReturnStore } from '../../ports/stores/return-store.ts';
import { Prisma } from '../generated/client.ts';
import { digestInTrail, documentDigest } from '../sql/document-digest.ts';
import { renewClaim } from '../sql/return-claims.ts';
import { someAtOnce } from '../sql/some-at-once.ts';
import { besideTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { hasStatus, isAtPlace, isCounted, isReportedIn } from '../transactions/filing-sql.ts';
import { changesInputs, inputsDigest } from './filed-inputs.ts';

/** Length of an entry: 16 bytes for the id of a document and 32 bytes for its digest. */
const bytesPerDocument = 48;

const documentsPerPart = 500;

/** Length of an entry in the parallel list of input digests, which has the same order. */
const bytesPerDigest = 32;

/** Members of a change to the filing status. No digest covers them. */
const marks = ['transactionFilingStatus', 'reopeningReason'];

type Kept = { day: string; documents: string; inputs: string };
type Day = { day: string; count: number; digest: string; inputs: string | null };
type Compared = { key: string | null; is_there: boolean; is_explained: boolean | null; members: string[] };

/**
 * The documents of a filing, with two digests each: one for the whole document, and one for the inputs of its figures.
 * The receipt contains the digests of both lists. The first digest detects a changed document; the second distinguishes
 * alterations from changes made by the gateway.
 */
export function createFiledDocuments(
  scope: TenantScope,
): Pick<ReturnStore, 'keepDocuments' | 'findProof' | 'findDocuments' | 'compareDocuments'> {
  const isFiling = ({ returnId, number }: FilingName) =>
    Prisma.sql`return_id = ${returnId}::uuid AND number = ${number}::int`;

  // The gateway itself changes the figures of a filed document only after a reopening.
  const isReopened = ({ returnId, number }: FilingName) => Prisma.sql`(
    EXISTS (SELECT FROM return_filings
      ${where(scope, [Prisma.sql`return_id = ${returnId}::uuid AND number > ${number}::int`])})
    OR EXISTS (SELECT FROM returns ${where(scope, [Prisma.sql`service_id = ${returnId}::uuid AND status IN ('DRAFT', 'FILING', 'REOPENING')`])}))`;
  const isErased = Prisma.sql`EXISTS (SELECT FROM changes
    WHERE changes.tenant_id = ${scope.tenantId} AND record_id = filed.id::text AND members ? 'erasedBecause')`;

  // The trail has no digest of documents last written by 0.1.0, so the time of the filing decides.
  const ofDocument = Prisma.sql`changes.tenant_id = ${scope.tenantId} AND record_id = filed.id::text`;
  const changesSince = (filing: FilingName) => Prisma.sql`SELECT members FROM changes
    WHERE ${ofDocument} AND changes.version > coalesce(
      (SELECT max(version) FROM changes WHERE ${ofDocument} AND record_digest = filed_digest),
      (SELECT max(version) FROM changes WHERE ${ofDocument} AND at <= (
        SELECT filed_at FROM return_filings ${where(scope, [isFiling(filing)])})), 0)`;

  async function findDays(filing: FilingName): Promise<Day[]> {
    return scope.reports.rows<Day>(Prisma.sql`
      SELECT reported_on AS day, length(documents) / ${bytesPerDocument}::int AS count, encode(sha256(documents), 'hex') AS digest,
        encode(sha256(inputs), 'hex') AS inputs
      FROM filed_documents ${where(scope, [isFiling(filing)])} ORDER BY reported_on`);
  }

  return {
    async keepDocuments(key, claim, number) {
      const { returnId } = claim;
      const filing = { returnId, number };
      // A caller that has lost its claim must not change the list of the newer filing.
      if (!(await renewClaim(scope, claim))) return null;
      // Removes the documents of a failed attempt to file.
      await scope.statements.rows(Prisma.sql`DELETE FROM filed_documents ${where(scope, [isFiling(filing)])}`);
      let isHeld = true;
      // A large tenant has 20,000 documents a day; processing them takes 4 s.
      await someAtOnce(daysOf(key), async (day) => {
        if (!isHeld) return;
        const days = { from: day, to: day };
        const fitting = where(scope, [isAtPlace(key), isCounted, isReportedIn(days), hasStatus('FILED')]);
        const kept = await scope.reports.rows<Kept>(Prisma.sql`
          SELECT day::text, encode(string_agg(uuid_send(service_id) || digest, '' ORDER BY service_id), 'hex') AS documents,
            encode(string_agg(inputs, '' ORDER BY service_id), 'hex') AS inputs
          FROM (
            SELECT coalesce(reported_on, tax_date) AS day, service_id,
              coalesce(record_digest, ${documentDigest}) AS digest, ${inputsDigest} AS inputs
            FROM transactions ${fitting}
          ) AS filed GROUP BY day ORDER BY day`);
        if (kept.length === 0) return;
        if (!(await renewClaim(scope, claim))) isHeld = false;
        if (!isHeld) return;
        const sent = Prisma.sql`unnest(${kept.map(({ day }) => day)}::date[],
          ${kept.map(({ documents }) => `\\x${documents}`)}::bytea[],
          ${kept.map(({ inputs }) => `\\x${inputs}`)}::bytea[]) AS sent (day, documents, inputs)`;
        await scope.statements.rows(Prisma.sql`
          INSERT INTO filed_documents (tenant_id, return_id, number, reported_on, documents, inputs)
          SELECT tenants.tenant_id, ${returnId}::uuid, ${number}::int, sent.day, sent.documents, sent.inputs ${besideTenant(scope, sent)}`);
      });
      return isHeld ? summaryOf(await findDays(filing)) : null;
    },

    async findProof(filing) {
      const [row] = await scope.statements.rows<FilingProof>(Prisma.sql`
        SELECT rate_book_version AS "rateBookVersion", transaction_count AS "transactionCount",
          encode(sha256(convert_to(figures::text, 'UTF8')), 'hex') AS figures,
          encode(sha256(convert_to(payment::text, 'UTF8')), 'hex') AS payment
        FROM return_filings ${where(scope, [isFiling(filing)])}`);
      return row ?? null;
    },

    async findDocuments(filing) {
      const days = await findDays(filing);
      return { ...summaryOf(days), days: days.map(({ day, count }) => ({ day, count })) };
    },

    async *compareDocuments({ coversInputs, ...filing }, { day, count }) {
      const changed = changesSince(filing);
      const keepsInputs = coversInputs
        ? Prisma.sql`${inputsDigest} = filed_inputs`
        : Prisma.sql`(${isErased} OR NOT EXISTS (${changed} AND ${changesInputs(Prisma.sql`members`)}))`;
      for (let first = 0; first < count; first += documentsPerPart) {
        const last = Math.min(first + documentsPerPart, count) - 1;
        const isDay = where(scope, [isFiling(filing), Prisma.sql`reported_on = ${day}::date`]);
        const rows = await scope.reports.rows<Compared>(Prisma.sql`
          SELECT coalesce(source || '/' || external_id, (
              SELECT record_key FROM changes WHERE changes.tenant_id = ${scope.tenantId} AND record_id = filed.id::text LIMIT 1
            )) AS key, service_id IS NOT NULL AS is_there,
            ${documentDigest} = ${digestInTrail(scope)} AND (${isReopened(filing)} OR ${keepsInputs}) AS is_explained,
            ARRAY(SELECT DISTINCT name FROM (${changed}) AS since, jsonb_object_keys(members) AS keys (name)
              WHERE name <> ALL(${[...marks]}::text[]) ORDER BY name) AS members
          FROM (
            SELECT encode(substring(documents FROM ${bytesPerDocument}::int * index + 1 FOR 16), 'hex')::uuid AS id,
              substring(documents FROM ${bytesPerDocument}::int * index + 17 FOR 32) AS filed_digest,
              substring(inputs FROM ${bytesPerDigest}::int * index + 1 FOR ${bytesPerDigest}::int) AS filed_inputs
            FROM (SELECT documents, inputs, generate_series(${first}::int, ${last}::int) AS index
              FROM filed_documents ${isDay}) AS listed
          ) AS filed
          LEFT JOIN transactions ON tenant_id = ${scope.tenantId} AND service_id = filed.id
          WHERE service_id IS NULL OR ${documentDigest} <> filed_digest ORDER BY source, external_id`);
        if (rows.length > 0) yield rows.map(toChanged);
      }
    },
  };
}

const daysOf = ({ from, to }: ReportPeriod): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

function summaryOf(days: readonly Day[]): FiledDocuments {
  const hash = createHash('sha256');
  const ofInputs = createHash('sha256');
  for (const { day, digest, inputs } of days) {
    hash.update(`${day} ${digest}\n`);
    ofInputs.update(`${day} ${inputs}\n`);
  }
  const count = days.reduce((sum, one) => sum + one.count, 0);
  return { count, digest: hash.digest('hex'), inputsDigest: ofInputs.digest('hex') };
}

function toChanged({ key, is_there, is_explained, members }: Compared): ChangedDocument {
  if (!is_there) return { key, cause: 'REMOVED', members: [] };
  return { key, cause: is_explained ? 'CHANGED' : 'ALTERED', members };
}
