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
