import { dayIn } from '../../domain/places/time-zones.ts';
import { timeZoneAtHome } from '../../domain/transactions/tax-date.ts';
import { authenticated, type Context, lawTime } from '../../ports/context.ts';

/** The date of documents without one: today at the seller's home, or in UTC if that is unknown. */
export async function todayAtHome(ctx: Context): Promise<string> {
  const settings = await authenticated(ctx).recent.settings();
  const timeZone = settings.dayOfInstant === 'AT_HOME' ? timeZoneAtHome(settings, ctx.reference) : null;
  return dayIn(timeZone ?? 'UTC', lawTime(ctx));
}
