import { type Change, type ChangedMembers, meaningOf } from '../../domain/audit/change.ts';
import type { RecordKind } from '../../domain/base/record-kinds.ts';
import { Prisma } from '../generated/client.ts';

export type ChangeRow = {
  change_id: string;
  at: string;
  record_type: RecordKind;
  record_id: string;
  record_key: string;
  version: number;
  client_id: string | null;
  request_id: string | null;
  members: ChangedMembers | null;
  is_erased: boolean;
};

/** A new record has no members either; the digest of empty text distinguishes it from an erased record. */
export const changeColumns = Prisma.sql`change_id, at, record_type, record_id, record_key, version, client_id, request_id,
  members, members IS NULL AND digest <> sha256('') AS is_erased`;

export function toChange(row: ChangeRow): Change {
  const at = new Date(row.at);
  const isTransaction = row.record_type === 'TRANSACTION';
  return {
    serviceId: row.change_id,
    internalTimestamps: { createdDate: at, updatedDate: at },
    recordType: row.record_type,
    recordId: row.record_id === '' ? null : row.record_id,
    recordKey: row.record_key,
    version: row.version,
    clientId: row.client_id,
    requestId: row.request_id,
    ...meaningOf(row.is_erased ? {} : row.members && (isTransaction ? row.members : namedMembers(row.members))),
  };
}

/** Maps column names to record members: `customer_type` becomes `customerType`. */
function namedMembers(members: ChangedMembers): ChangedMembers {
  const named = Object.entries(members).map(([column, values]) => [
    column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    values,
  ]);
  return Object.fromEntries(named);
}
