import { AppError } from '../base/errors.ts';
import { type EnumerationValue, states } from '../base/record.ts';

/** The kind never changes, because stored data depends on it. */
export const tenantKind = states('TenantKind', 'Whether a tenant is for real sales or for tests.', {
  LIVE: 'Real sales, in the places covered by the rate book.',
  TEST: 'Trials and tests. Also offers the fictitious country `ZZ`, test tax numbers, simulated faults and an adjustable clock.',
});
export type TenantKind = EnumerationValue<typeof tenantKind>;

/** The error for a live tenant that requests a feature available only to test tenants. */
export function liveTenant(what: string): AppError {
  return new AppError('LIVE_TENANT', `${what} is only available to test tenants, and this tenant is live.`);
}
