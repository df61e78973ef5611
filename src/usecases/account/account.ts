import type { Tenant, TenantSettings } from '../../domain/account/tenant.ts';
import type { SettingsPatch } from '../../domain/account/tenant-input.ts';
import { AppError } from '../../domain/base/errors.ts';
import { settingsTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { isPlainObject, mergePatch } from '../../domain/base/plain-object.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { dayIn } from '../../domain/places/time-zones.ts';
import { timeZoneAtHome } from '../../domain/transactions/tax-date.ts';
import {
  authenticated,
  authorize,
  type Context,
  lawTime,
  type RecentAccount,
  type Session,
} from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** The tenant of the token with its settings; any valid token may read them. */
export async function getAccount(ctx: Context): Promise<Tenant> {
  const { stores, tenant } = authenticated(ctx);
  return (await stores.account.find()) ?? tenant;
}

/**
 * Applies a JSON merge patch to the tenant's settings: absent fields keep their value, and null restores the default. A
 * new home country clears the previous state, city and ZIP code. Stored documents keep the settings used in their
 * calculation.
 */
export async function updateAccount(
  ctx: Context,
  inputs: Inputs,
  patch: SettingsPatch,
  precondition?: Precondition,
): Promise<Tenant> {
  const { stores, recent } = authorize(ctx, 'admin');
  const changed = await stores.account.change((settings) => {
    requireExpected(precondition, { version: 1, tags: [settingsTag(settings)] });
    return parseInput(inputs.settings, mergePatch(settingsToKeep(ctx, settings, patch), patch));
  }, ctx.now());
  recent.forget();
  return changed;
}

function settingsToKeep({ reference }: Context, settings: TenantSettings, { homeAddress }: SettingsPatch) {
  const country = isPlainObject(homeAddress) ? homeAddress.country : undefined;
  if (typeof country !== 'string' || reference.findCountry(country) === settings.homeAddress.country) return settings;
  return { ...settings, homeAddress: {} };
}

/** Reads the account without a cache, for background work. */
export function accountAsStored({ account, nexus }: Pick<TenantStores, 'account' | 'nexus'>): RecentAccount {
  return {
    async settings() {
      const tenant = await account.find();
      if (!tenant) throw new AppError('NOT_FOUND', 'Account not found.');
      return tenant.settings;
    },
    declarations: () => nexus.list(),
    forget() {},
  };
}

/**
 * Reads the stored settings, because the settings in the session may be cached and another replica may have changed
 * them since.
 */
export async function currentSettings({ stores, tenant }: Session): Promise<TenantSettings> {
  return ((await stores.account.find()) ?? tenant).settings;
}

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
