import { scopes as allScopes, type Scope } from '../../src/domain/account/scope.ts';
import type { Tenant } from '../../src/domain/account/tenant.ts';
import { createInputsByKind } from '../../src/domain/input-schemas.ts';
import type { Context } from '../../src/ports/context.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { ownWork } from '../../src/ports/work.ts';
import { loadBundledReferenceData } from '../../src/rates/book/bundled.ts';
import { withTestLand } from '../../src/rates/book/with-test-land.ts';
import { createKeptVersions } from '../../src/rates/versions/kept-versions.ts';
import { accountAsStored } from '../../src/usecases/account/account.ts';

export const reference = loadBundledReferenceData();
/** The rate book of test tenants. */
export const testReference = withTestLand(reference);
export const inputsByKind = createInputsByKind((kind) => () => (kind === 'TEST' ? testReference : reference));
export const inputs = inputsByKind.LIVE;

/** The context of a request of this tenant, with a clock that advances by a second on each call. */
export function aContext(stores: Stores, tenant: Tenant, scopes: readonly Scope[] = allScopes): Context {
  const records = stores.forTenant(tenant.tenantId);
  const principal = { clientId: 'test', tenantId: tenant.tenantId, scopes: new Set(scopes) };
  let now = Date.parse('2026-07-10T08:00:00Z');
  return {
    session: { principal, tenant, recent: accountAsStored(records), stores: records, work: ownWork },
    reference,
    rateBookVersions: createKeptVersions(stores.rateBooks, { current: () => reference, refusal: () => null }),
    registers: [],
    requestId: 'test',
    now: () => {
      now += 1000;
      return new Date(now);
    },
  };
}
