import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** Of a changed list of items, before or after, the address that an item is shipped to. */
const hasItemAddress = Prisma.sql`jsonb_path_exists(members, '$.items[*][*].shippingAddress')`;

type Records = { readonly ids: readonly string[]; readonly personal: readonly string[]; readonly reason: string };

/**
 * Removes what changes of these records noted of personal data. Seals cover digests of members, which stay. The changes of
 * this unit of work, which no seal covers yet, become the erasure: the reason takes the place of the values erased.
 */
export async function eraseTrail(
  unit: Pick<TenantScope['prisma'], '$executeRaw'>,
  scope: TenantScope,
  { ids, personal, reason }: Records,
): Promise<void> {
  const isTheirs = Prisma.sql`record_id = ANY(${[...ids]}::text[])`;
  const isNow = Prisma.sql`xid = pg_current_xact_id()::text::bigint`;
  const members = JSON.stringify({ erasedBecause: [null, reason] });
  await unit.$executeRaw`
    UPDATE changes SET members = ${members}::jsonb, digest = sha256(convert_to((${members}::jsonb)::text, 'UTF8'))
    ${where(scope, [isTheirs, isNow])}`;
  await unit.$executeRaw`
    UPDATE changes SET members = NULL
    ${where(scope, [isTheirs, Prisma.sql`(members ?| ${[...personal]}::text[] OR ${hasItemAddress})`])}`;
}
