import type { ExemptionFile, FileType } from '../../domain/exemptions/exemption-file.ts';
import type { ExemptionFileStore } from '../../ports/stores/exemption-file-store.ts';
import { Prisma } from '../generated/client.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';

type FileRow = {
  service_id: string;
  name: string;
  media_type: FileType;
  size: number;
  sha256: string;
  attached_at: string;
};

export function createExemptionFileStore(scope: TenantScope): ExemptionFileStore {
  const { statements, tenantId, changedBy } = scope;

  return {
    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      if (ids.length === 0) return [];
      const rows = await statements.rows<FileRow>(Prisma.sql`
        SELECT service_id, name, media_type, size, sha256, attached_at FROM exemption_files
        ${where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`])}`);
      return rows.map(toFile);
    },

    async readPiece({ serviceId, sha256 }, { start, length }) {
      const [row] = await statements.rows<{ piece: Buffer }>(Prisma.sql`
        SELECT substring(content FROM ${start + 1}::int FOR ${length}::int) AS piece FROM exemption_files
        ${where(scope, [isFile(serviceId, sha256)])}`);
      return row?.piece ?? null;
    },

    async put(file, content, expected) {
      const { serviceId, name, mediaType, size, sha256, attachedAt } = file;
      const attached = Prisma.sql`
        INSERT INTO exemption_files (tenant_id, service_id, name, media_type, size, sha256, attached_at, content)
        SELECT tenant_id, service_id, ${name}, ${mediaType}, ${size}::int, ${sha256}, ${attachedAt.toISOString()}::timestamptz,
          ${content}::bytea
        FROM exemptions ${where(scope, [Prisma.sql`service_id = ${serviceId}::uuid`])}
        ON CONFLICT (tenant_id, service_id) DO UPDATE SET name = excluded.name, media_type = excluded.media_type,
          size = excluded.size, sha256 = excluded.sha256, attached_at = excluded.attached_at, content = excluded.content
        WHERE exemption_files.sha256 = ${expected}
        RETURNING service_id`;
      return note({ changed: attached, at: attachedAt, before: expected, after: sha256 });
    },

    async remove({ serviceId, sha256 }, at) {
      const removed = Prisma.sql`
        DELETE FROM exemption_files ${where(scope, [isFile(serviceId, sha256)])} RETURNING service_id`;
      return note({ changed: removed, at, before: sha256, after: null });
    },
  };

  function isFile(serviceId: string, sha256: string): Prisma.Sql {
    return Prisma.sql`service_id = ${serviceId}::uuid AND sha256 = ${sha256}`;
  }

  type Noted = {
    readonly changed: Prisma.Sql;
    readonly at: Date;
    readonly before: string | null;
    readonly after: string | null;
  };

  /** Notes the digests in the trail of changes, in the same statement: the content is not copied to it. */
  async function note({ changed, at, before, after }: Noted): Promise<boolean> {
    const members = JSON.stringify({ fileSha256: [before, after] });
    const rows = await statements.rows(Prisma.sql`
      WITH changed AS (${changed})
      SELECT insert_change(${tenantId}, ${at.toISOString()}::timestamptz, 'EXEMPTION', service_id::text,
        concat_ws('/', customer_id::text, country, nullif(state, ''), nullif(certificate_id, '')), version,
        ${changedBy}, ${members}::jsonb)::text AS noted
      FROM exemptions ${where(scope, [Prisma.sql`service_id IN (SELECT service_id FROM changed)`])}`);
    return rows.length === 1;
  }
}

function toFile(row: FileRow): ExemptionFile {
  return {
    serviceId: row.service_id,
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    attachedAt: new Date(row.attached_at),
  };
}
