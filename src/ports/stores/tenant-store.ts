import type { Tenant } from '../../domain/account/tenant.ts';

export interface TenantStore {
  find(tenantId: string): Promise<Tenant | null>;
  /** Oldest first; names need not be unique. */
  findByName(name: string): Promise<Tenant[]>;
  /** All of them, oldest first. */
  list(): Promise<Tenant[]>;
  count(): Promise<number>;
  insert(tenant: Tenant): Promise<void>;
}
