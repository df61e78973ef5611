import type { Tenant } from '../../domain/account/tenant.ts';

/** The tenant itself. */
export interface AccountStore {
  find(): Promise<Tenant | null>;
  /** Replaces the settings with the result of `change`; no other request can change them in between. */
  change(change: (settings: Tenant['settings']) => Tenant['settings'], at: Date): Promise<Tenant>;
}
