import { type EnumerationValue, states } from '../base/record.ts';

/** It never changes: what a tenant stores rests on it. */
export const tenantKind = states('TenantKind', 'Whether a tenant keeps real sales or tries things out.', {
  LIVE: 'Real sales. It knows the places of the rate book.',
  TEST: 'Trials and tests. It also knows the made-up country `ZZ`, test tax numbers and faults, and has a clock that it can set.',
});
export type TenantKind = EnumerationValue<typeof tenantKind>;
