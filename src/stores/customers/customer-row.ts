import type { Address } from '../../domain/base/address.ts';
import type { ExternalTimestamps } from '../../domain/base/timestamps.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { CustomerType } from '../../tax/model/assessment.ts';
import { Prisma } from '../generated/client.ts';

export type CustomerRow = {
  service_id: string;
  source: string;
  external_id: string;
  name: string | null;
  address: Address | null;
  email: string | null;
  customer_type: CustomerType;
  comment: string | null;
  tax_number: string | null;
  external_timestamps: ExternalTimestamps;
  created_at: string;
  updated_at: string;
  erased_at: string | null;
  version: number;
};

export const customerColumns = Prisma.sql`service_id, source, external_id, name, address, email, customer_type, comment,
  tax_number, external_timestamps, created_at, updated_at, erased_at, version`;

export function toCustomer(row: CustomerRow): Customer {
  return {
    serviceId: row.service_id,
    source: row.source,
    externalId: row.external_id,
    name: row.name,
    address: row.address,
    email: row.email,
    customerType: row.customer_type,
    comment: row.comment,
    taxNumber: row.tax_number,
    externalTimestamps: row.external_timestamps,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    erasedAt: row.erased_at === null ? null : new Date(row.erased_at),
    version: row.version,
  };
}
