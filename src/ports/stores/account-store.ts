import type { Tenant } from '../../domain/account/tenant.ts';

/** The tenant itself. */
export interface AccountStore {
  find(): Promise<Tenant | null>;
  /** Replaces the settings by what `change` makes of them; no other request changes them in between. */
  change(change: (settings: Tenant['settings']) => Tenant['settings'], at: Date): Promise<Tenant>;
}
