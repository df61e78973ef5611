import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Session } from '../../ports/context.ts';

/**
 * Reads the stored settings, because the settings in the session may be cached and another replica may have changed
 * them since.
 */
export async function currentSettings({ stores, tenant }: Session): Promise<TenantSettings> {
  return ((await stores.account.find()) ?? tenant).settings;
}
