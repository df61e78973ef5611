import type { TenantSettings } from '../../domain/account/tenant.ts';
import { dayIn } from '../../domain/places/time-zones.ts';
import { timeZoneAtHome } from '../../domain/transactions/tax-date.ts';
import { authenticated, type Context, lawTime } from '../../ports/context.ts';

/**
 * Today's date at the seller's establishment, or in UTC if the establishment is unknown or the account uses days as
 * written.
 */
export async function todayAtHome(ctx: Context): Promise<string> {
  return dayAtHome(await authenticated(ctx).recent.settings(), ctx);
}

/** The day at the seller's establishment, for settings that are already loaded. */
export function dayAtHome(
  settings: Pick<TenantSettings, 'dayOfInstant' | 'homeAddress'>,
  { reference, ...time }: Pick<Context, 'reference'> & Parameters<typeof lawTime>[0],
): string {
  const timeZone = settings.dayOfInstant === 'AT_HOME' ? timeZoneAtHome(settings, reference) : null;
  return dayIn(timeZone ?? 'UTC', lawTime(time));
}
