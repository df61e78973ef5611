import type { ExemptionFile } from '../../domain/exemptions/exemption-file.ts';
import type { ExemptionFileReads, ExemptionFileStore } from '../../ports/stores/exemption-store.ts';
import { Prisma } from '../generated/client.ts';
import { columnsOf, type RowOf } from '../sql/stored-record.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';

export type ExemptionFileRow = RowOf<ExemptionFile>;

const columns = columnsOf<ExemptionFileRow>('serviceId', 'name', 'mediaType', 'size', 'sha256', 'attachedAt');

export function createExemptionFileStore(scope: TenantScope): ExemptionFileStore {
  const { prisma, statements, changedBy } = scope;

  return {
    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      if (ids.length === 0) return [];
      const rows = await statements.rows<ExemptionFileRow>(Prisma.sql`
        SELECT ${columns} FROM exemption_files
        ${where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`])}`);
      return rows.map(toFile);
    },

    ...fileReads(scope, Prisma.sql`exemption_files`),

    // Triggers record the digests in the audit trail on the node of the row; the content is not copied.
    async put(file, content, expected) {
      const { serviceId, name, mediaType, size, sha256 } = file;
      const attachedAt = Prisma.sql`${file.attachedAt.toISOString()}::timestamptz`;
      const attached = await statements.rows(
        expected === null
          ? Prisma.sql`
        INSERT INTO exemption_files (tenant_id, service_id, name, media_type, size, sha256, attached_at, content, changed_by)
        SELECT tenant_id, service_id, ${name}::text, ${mediaType}::text, ${size}::int, ${sha256}::text,
          ${attachedAt}, ${content}::bytea, ${changedBy}
        FROM exemptions ${where(scope, [Prisma.sql`service_id = ${serviceId}::uuid`])}
        ON CONFLICT (tenant_id, service_id) DO NOTHING RETURNING service_id`
          : Prisma.sql`
        UPDATE exemption_files SET name = ${name}, media_type = ${mediaType}, size = ${size}::int, sha256 = ${sha256},
          attached_at = ${attachedAt}, content = ${content}::bytea, changed_by = ${changedBy}
        ${where(scope, [isFile(serviceId, expected)])} RETURNING service_id`,
      );
      return attached.length === 1;
    },

    remove({ serviceId, sha256 }, at) {
      return prisma.$transaction(async (unit) => {
        // The audit trail takes the author and the time from the row.
        const emptied = await unit.$executeRaw`
          UPDATE exemption_files SET sha256 = '', content = '', attached_at = ${at.toISOString()}::timestamptz,
            changed_by = ${changedBy} ${where(scope, [isFile(serviceId, sha256)])}`;
        if (emptied === 0) return false;
        await unit.$executeRaw`DELETE FROM exemption_files ${where(scope, [isFile(serviceId, '')])}`;
        return true;
      });
    },
  };
}

const isFile = (serviceId: string, sha256: string) =>
  Prisma.sql`service_id = ${serviceId}::uuid AND sha256 = ${sha256}`;

export function fileReads(scope: TenantScope, table: Prisma.Sql): ExemptionFileReads {
  return {
    async readPiece({ serviceId, sha256 }, { start, length }) {
      const [row] = await scope.statements.rows<{ piece: Buffer }>(Prisma.sql`
        SELECT substring(content FROM ${start + 1}::int FOR ${length}::int) AS piece FROM ${table}
        ${where(scope, [isFile(serviceId, sha256)])}`);
      return row?.piece ?? null;
    },
  };
}

export function toFile({ attachedAt, ...row }: ExemptionFileRow): ExemptionFile {
  return { ...row, attachedAt: new Date(attachedAt) };
}
