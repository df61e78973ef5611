import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** A change to the list of items includes the shipping address of an item, before or after the change. */
const hasItemAddress = Prisma.sql`jsonb_path_exists(members, '$.items[*][*].shippingAddress')`;

type Records = {
  readonly ids: readonly string[];
  /** The records written by the erasure, with their new versions. */
  readonly written: readonly { readonly id: string; readonly version: number }[];
  readonly personal: readonly string[];
  readonly reason: string;
};

/**
 * Removes the members of those changes to these records that contain personal data. Seals cover the digests of members,
 * which are kept. The changes of this unit of work are not sealed yet, so the reason for the erasure replaces their
 * members.
 */
export async function eraseTrail(
  unit: Pick<TenantScope['prisma'], '$executeRaw'>,
  scope: TenantScope,
  { ids, written, personal, reason }: Records,
): Promise<void> {
  const isTheirs = Prisma.sql`record_id = ANY(${[...ids]}::text[])`;
  // Matched by version, because each node numbers this unit of work differently.
  const isNow = Prisma.sql`(record_id, version) IN (SELECT * FROM
    unnest(${written.map(({ id }) => id)}::text[], ${written.map(({ version }) => version)}::int[]))`;
  const members = JSON.stringify({ erasedBecause: [null, reason] });
  await unit.$executeRaw`
    UPDATE changes SET members = ${members}::jsonb, digest = sha256(convert_to((${members}::jsonb)::text, 'UTF8'))
    ${where(scope, [isNow])}`;
  await unit.$executeRaw`
    UPDATE changes SET members = NULL
    ${where(scope, [isTheirs, Prisma.sql`(members ?| ${[...personal]}::text[] OR ${hasItemAddress})`])}`;
}
