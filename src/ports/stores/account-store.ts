import type { Tenant } from '../../domain/account/tenant.ts';

/** The tenant itself. */
export interface AccountStore {
  find(): Promise<Tenant | null>;
  /** Writes what `change` makes of the settings in force; nobody else changes them in between. */
  change(change: (settings: Tenant['settings']) => Tenant['settings'], at: Date): Promise<Tenant>;
}
