import type { Customer } from '../../domain/customers/customer.ts';
import { personalMembers } from '../../domain/erasure/erasure.ts';
import type { ErasureStore } from '../../ports/stores/erasure-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { jsonText } from '../sql/values.ts';
import { createDocumentEraser } from './erase-documents.ts';
import { eraseTrail } from './erased-trail.ts';

export function createErasureStore(scope: TenantScope): ErasureStore {
  return {
    eraseDocuments: createDocumentEraser(scope),

    replaceErased(before, erased, reason) {
      const { serviceId, version } = before;
      const isExpected = Prisma.sql`service_id = ${serviceId}::uuid AND version = ${version}`;
      return scope.prisma.$transaction(async (unit) => {
        const replaced = await unit.$executeRaw`
          UPDATE customers SET name = ${erased.name}, email = ${erased.email}, comment = ${erased.comment},
            tax_number = ${erased.taxNumber}, address = ${jsonText(erased.address)}::json,
            erased_at = ${erased.erasedAt?.toISOString() ?? null}::timestamptz,
            updated_at = ${erased.internalTimestamps.updatedDate.toISOString()}::timestamptz,
            version = ${erased.version}::int, changed_by = ${scope.changedBy}
          ${where(scope, [isExpected])}`;
        if (replaced === 0) return false;
        const ofCustomer = where(scope, [Prisma.sql`customer_id = ${serviceId}::uuid`]);
        const isTheirs = Prisma.sql`service_id IN (SELECT service_id FROM exemptions ${ofCustomer})`;
        await unit.$executeRaw`DELETE FROM exemption_files ${where(scope, [isTheirs])}`;
        const written = [{ id: serviceId, version: erased.version }];
        await eraseTrail(unit, scope, { ids: [serviceId], written, personal: personalMembers.customer, reason });
        await unit.$executeRaw`DELETE FROM idempotency_keys ${where(scope, [showsOneOf(textsOf(before))])}`;
        return true;
      });
    },
  };
}

/** The customer's data as JSON text, to find stored responses that contain it. */
function textsOf({ serviceId, name, email, comment, address }: Customer): string[] {
  const texts = [serviceId, name, email, comment, address?.street ?? null];
  return texts.filter((text) => text !== null && text !== '').map((text) => JSON.stringify(text));
}

function showsOneOf(texts: readonly string[]): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM unnest(${[...texts]}::text[]) AS shown (text) WHERE strpos(body, shown.text) > 0)`;
}
