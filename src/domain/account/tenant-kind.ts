import { type EnumerationValue, states } from '../base/record.ts';

/** It never changes: what a tenant stores rests on it. */
export const tenantKind = states('TenantKind', 'Whether a tenant keeps real sales or tries things out.', {
  LIVE: 'Real sales, in the places of the rate book.',
  TEST: 'Trials and tests. It also has the made-up country `ZZ`, test tax numbers and faults, and a clock that can be set.',
});
export type TenantKind = EnumerationValue<typeof tenantKind>;
