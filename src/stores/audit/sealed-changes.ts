import { createHash, type Hash } from 'node:crypto';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** A half-open range of units of work. */
type UnitsOfWork = {
  readonly fromXid: string;
  readonly belowXid: string;
  /**
   * The difference between the original numbers, which were hashed, and the current numbers, assigned when the tenant
   * moved here.
   */
  readonly xidOffset: string;
};

export type Seal = {
  readonly number: number;
  readonly below_xid: string;
  readonly xid_offset: string;
  readonly changes: number;
  /** Hexadecimal, like all hashes in this file. */
  readonly hash: string;
};

/** The sealed part of a change: everything except the members, which are covered by their digest. */
type SealedRow = {
  xid: string;
  change_id: string;
  text: string;
  record_digest: string | null;
  is_erased: boolean;
  is_intact: boolean;
};

export type HashedChanges = {
  readonly changes: number;
  readonly erased: number;
  readonly hash: string;
  /** The hash as computed by release 0.1.0, without document digests. Both releases seal during an upgrade. */
  readonly hashWithoutRecords: string;
  /** Ids of changes whose members do not match their digest. */
  readonly altered: readonly string[];
};

const pageSize = 1_000;

/** Hashes the changes of these units of work in order, starting from the hash of the previous seal. */
export async function hashChanges(scope: TenantScope, units: UnitsOfWork, before: string): Promise<HashedChanges> {
  const hash = createHash('sha256').update(before);
  const withoutRecords = createHash('sha256').update(before);
  const altered: string[] = [];
  let changes = 0;
  let erased = 0;
  let last: SealedRow | undefined;
  for (;;) {
    const rows: SealedRow[] = await readPage(scope, units, last);
    for (const row of rows) {
      addTo(hash, row.record_digest === null ? row.text : withRecord(row.text, row.record_digest));
      addTo(withoutRecords, row.text);
      if (row.is_erased) erased += 1;
      else if (!row.is_intact) altered.push(row.change_id);
    }
    changes += rows.length;
    last = rows.at(-1);
    if (rows.length < pageSize) {
      const hashes = { hash: hash.digest('hex'), hashWithoutRecords: withoutRecords.digest('hex') };
      return { changes, erased, ...hashes, altered };
    }
  }
}

function addTo(hash: Hash, text: string): void {
  hash.update(text).update('\n');
}

/** Appends the digest to the JSON array, formatted as PostgreSQL does. */
const withRecord = (text: string, digest: string) => `${text.slice(0, -1)}, "${digest}"]`;

function readPage(scope: TenantScope, { fromXid, belowXid, xidOffset }: UnitsOfWork, last: SealedRow | undefined) {
  const fitting = where(scope, [
    Prisma.sql`xid >= ${fromXid}::bigint AND xid < ${belowXid}::bigint`,
    last ? Prisma.sql`(xid, change_id) > (${last.xid}::bigint, ${last.change_id}::uuid)` : null,
  ]);
  return scope.reports.rows<SealedRow>(Prisma.sql`
    SELECT xid::text, change_id,
      jsonb_build_array(xid + ${xidOffset}::bigint, change_id, at, record_type, record_id, record_key, version, client_id, request_id,
        encode(digest, 'hex'))::text AS text,
      encode(record_digest, 'hex') AS record_digest,
      members IS NULL AND digest <> sha256('') AS is_erased,
      digest = sha256(convert_to(coalesce(members::text, ''), 'UTF8')) AS is_intact
    FROM changes ${fitting} ORDER BY changes.xid, change_id LIMIT ${pageSize}`);
}

const sealColumns = Prisma.sql`number, below_xid::text, xid_offset::text, changes, encode(hash, 'hex') AS hash`;

export function readSeals(scope: TenantScope): Promise<Seal[]> {
  return scope.reports.rows<Seal>(Prisma.sql`
    SELECT ${sealColumns} FROM change_seals ${where(scope, [])} ORDER BY number`);
}

export async function readLastSeal(scope: TenantScope): Promise<Seal> {
  const [last] = await scope.reports.rows<Seal>(Prisma.sql`
    SELECT ${sealColumns} FROM change_seals ${where(scope, [])} ORDER BY number DESC LIMIT 1`);
  return last ?? noSeal;
}

/** Units of work of a tenant that moved here have negative numbers, below all numbers of this store. */
export const lowestXid = '-9223372036854775808';

/** The state before the first seal. */
export const noSeal: Seal = {
  number: 0,
  below_xid: lowestXid,
  xid_offset: '0',
  changes: 0,
  hash: '',
};
