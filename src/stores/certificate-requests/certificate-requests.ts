import { type CertificateRequest, reminderDays } from '../../domain/certificate-requests/certificate-request.ts';
import type { CertificateRequestStore, ReminderDay } from '../../ports/stores/certificate-request-store.ts';
import { type ExemptionFileRow, fileReads, toFile } from '../exemptions/exemption-files.ts';
import { insertExemptionsIn } from '../exemptions/exemption-writes.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { certificateRequestFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { columnsOf, instantOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { isAfter, isUuid, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { jsonText } from '../sql/values.ts';

type Row = Omit<RowOf<CertificateRequest>, 'certificate' | 'file'> & {
  readonly submission: CertificateRequest['certificate'];
  readonly file: ExemptionFileRow | null;
};

const columns = columnsOf<Row>(
  'serviceId',
  'customerId',
  'states',
  'status',
  'expiresOn',
  'submittedAt',
  'submission',
  'decisionReason',
  'exemptionIds',
  'createdAt',
  'updatedAt',
  'version',
);

export function createCertificateRequestStore(scope: TenantScope): CertificateRequestStore {
  const { prisma, statements, changedBy, tenantId } = scope;
  const select = Prisma.sql`SELECT ${columns}, (
      SELECT json_build_object('serviceId', file.service_id, 'name', file.name, 'mediaType', file.media_type,
        'size', file.size, 'sha256', file.sha256, 'attachedAt', file.attached_at)
      FROM certificate_request_files AS file
      WHERE file.tenant_id = ${tenantId} AND file.service_id = certificate_requests.service_id
    ) AS file FROM certificate_requests`;
  const dueOn = ({ dueOn: day }: ReminderDay) => {
    const days = Prisma.sql`(${day}::date - (created_at AT TIME ZONE 'UTC')::date)`;
    return Prisma.sql`status = 'REQUESTED' AND expires_on >= ${day}::date AND ${days} > 0 AND ${days} % ${reminderDays}::int = 0`;
  };
  const isExpected = ({ serviceId }: CertificateRequest, version: number) =>
    where(scope, [Prisma.sql`service_id = ${serviceId}::uuid AND version = ${version}::int`]);
  const fileOf = ({ serviceId }: CertificateRequest) => where(scope, [Prisma.sql`service_id = ${serviceId}::uuid`]);
  const updatedAt = ({ internalTimestamps }: CertificateRequest) =>
    Prisma.sql`${internalTimestamps.updatedDate.toISOString()}::timestamptz`;

  return {
    files: fileReads(scope, Prisma.sql`certificate_request_files`),

    async insert({ serviceId, customerId, states, status, expiresOn, internalTimestamps: { createdDate }, version }) {
      const at = Prisma.sql`${createdDate.toISOString()}::timestamptz`;
      await statements.rows(Prisma.sql`
        INSERT INTO certificate_requests (tenant_id, service_id, customer_id, states, status, expires_on, created_at,
          updated_at, version, changed_by)
        VALUES (${tenantId}, ${serviceId}::uuid, ${customerId}::uuid, ${[...states]}::text[], ${status},
          ${expiresOn}::date, ${at}, ${at}, ${version}::int, ${changedBy})
        RETURNING service_id`);
    },

    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      if (ids.length === 0) return [];
      const named = where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]);
      return (await statements.rows<Row>(Prisma.sql`${select} ${named}`)).map(toRequest);
    },

    async list(filter, page, due) {
      const conditions = [...conditionsOf(certificateRequestFilterColumns, filter), ...(due ? [dueOn(due)] : [])];
      const listed = Prisma.sql`${select} ${where(scope, [...conditions, isAfter(page)])} ${orderByCreation(page)}`;
      return (await statements.rows<Row>(listed, planningOf(conditions))).map(toRequest);
    },

    count: (filter, due) =>
      countRows(scope, 'statements', 'certificate_requests', [
        ...conditionsOf(certificateRequestFilterColumns, filter),
        ...(due ? [dueOn(due)] : []),
      ]),

    submit(request, content, expectedVersion) {
      const { serviceId, status, submittedAt, certificate, file, version } = request;
      return prisma.$transaction(async (unit) => {
        const changed = await unit.$executeRaw`
          UPDATE certificate_requests SET status = ${status}, submitted_at = ${submittedAt?.toISOString() ?? null}::timestamptz,
            submission = ${certificate && jsonText(certificate)}::json, updated_at = ${updatedAt(request)},
            version = ${version}::int, changed_by = ${changedBy}
          ${isExpected(request, expectedVersion)}`;
        if (changed === 0) return false;
        await unit.$executeRaw`DELETE FROM certificate_request_files ${fileOf(request)}`;
        if (!file) return true;
        await unit.$executeRaw`
          INSERT INTO certificate_request_files (tenant_id, service_id, name, media_type, size, sha256, attached_at, content)
          VALUES (${tenantId}, ${serviceId}::uuid, ${file.name}, ${file.mediaType}, ${file.size}::int, ${file.sha256},
            ${file.attachedAt.toISOString()}::timestamptz, ${content}::bytea)`;
        return true;
      });
    },

    async decide(request, exemptions, expectedVersion) {
      const { serviceId, status, decisionReason, exemptionIds, version } = request;
      let refusal: 'overtaken' | 'key-taken' = 'overtaken';
      const isDecided = await inUnitOfWork(scope, async (rows) => {
        const decided = await rows(Prisma.sql`
          UPDATE certificate_requests SET status = ${status}, decision_reason = ${decisionReason},
            exemption_ids = ${[...exemptionIds]}::uuid[], updated_at = ${updatedAt(request)}, version = ${version}::int,
            changed_by = ${changedBy}
          ${isExpected(request, expectedVersion)} RETURNING service_id`);
        if (decided.length === 0 || exemptions.length === 0) return decided.length > 0;
        if (!(await insertExemptionsIn(rows, scope, exemptions))) {
          refusal = 'key-taken';
          return false;
        }
        await rows(Prisma.sql`
          INSERT INTO exemption_files (tenant_id, service_id, name, media_type, size, sha256, attached_at, content, changed_by)
          SELECT exemptions.tenant_id, exemptions.service_id, file.name, file.media_type, file.size, file.sha256,
            file.attached_at, file.content, ${changedBy}
          FROM exemptions JOIN certificate_request_files AS file ON file.tenant_id = exemptions.tenant_id
          WHERE exemptions.tenant_id = ${tenantId} AND exemptions.service_id = ANY(${[...exemptionIds]}::uuid[])
            AND file.tenant_id = ${tenantId} AND file.service_id = ${serviceId}::uuid
          RETURNING service_id`);
        await rows(Prisma.sql`DELETE FROM certificate_request_files ${fileOf(request)} RETURNING service_id`);
        return true;
      });
      return isDecided ? 'decided' : refusal;
    },

    removeOf: (customerId) =>
      prisma.$executeRaw`
        DELETE FROM certificate_requests ${where(scope, [Prisma.sql`customer_id = ${customerId}::uuid`])}`,
  };
}

function toRequest({ submittedAt, submission, file, ...row }: Row): CertificateRequest {
  return {
    ...withTimes(row),
    submittedAt: instantOf(submittedAt),
    certificate: submission,
    file: file && toFile(file),
  };
}
