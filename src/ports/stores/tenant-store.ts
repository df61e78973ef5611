import type { Tenant } from '../../domain/account/tenant.ts';

export type NamedTenant = Pick<Tenant, 'tenantId' | 'name' | 'kind'>;

export interface TenantStore {
  find(tenantId: string): Promise<Tenant | null>;
  /** Oldest first. Names need not be unique. */
  findByName(name: string): Promise<NamedTenant[]>;
  /** All tenants, oldest first. */
  list(): Promise<NamedTenant[]>;
  /** Tenants that have ever had a ruling. */
  listRuled(): Promise<Tenant[]>;
  count(): Promise<number>;
  insert(tenant: Tenant): Promise<void>;
}

export interface AccountStore {
  find(): Promise<Tenant | null>;
  /** Replaces the settings with the result of `change`. No other request can change them at the same time. */
  change(change: (settings: Tenant['settings']) => Tenant['settings'], at: Date): Promise<Tenant>;
  /** Changes the clock of a test tenant in the same way. The tenant's periodic webhook checks are then due. */
  setTestClock(move: (clock: Date | null) => Date | null, at: Date): Promise<Tenant>;
}
