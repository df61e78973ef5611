import { createHash } from 'node:crypto';
import type { TenantSettings } from '../account/tenant.ts';
import type { Customer } from '../customers/customer.ts';
import type { Exemption } from '../exemptions/exemption.ts';
import type { Transaction } from './transaction.ts';

/*
 * Strong entity tags (RFC 9110, 8.8.3). They are made of versions, so that they cost nothing, and of the end of the
 * record's id, so that the tag of one record never fits another that was changed as often.
 */

export function recordTag({ serviceId, version }: Customer | Exemption | Transaction): string {
  return `"${markOf(serviceId)}-${version}"`;
}

/** The full form shows the customer, and changes with it. */
export function fullFormTag({ serviceId, version }: Transaction, customer: Customer): string {
  return `"${markOf(serviceId)}-${version}.${customer.version}"`;
}

/** Settings have no version; they are few. */
export function settingsTag(settings: TenantSettings): string {
  return `"${createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22)}"`;
}

function markOf(serviceId: string): string {
  return serviceId.slice(-12);
}
