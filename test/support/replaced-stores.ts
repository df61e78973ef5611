import type { TenantStores } from '../../src/ports/stores.ts';

/** The stores of a tenant with some replaced. They are created on first read, so a spread would copy none. */
export function replacedStores(stores: TenantStores, replaced: Partial<TenantStores>): TenantStores {
  return new Proxy(stores, { get: (_, name: keyof TenantStores) => replaced[name] ?? stores[name] });
}
