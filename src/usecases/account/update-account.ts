import type { Tenant, TenantSettings } from '../../domain/account/tenant.ts';
import type { SettingsPatch } from '../../domain/account/tenant-input.ts';
import { settingsTag } from '../../domain/base/etag.ts';
import { mergePatch } from '../../domain/base/merge-patch.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { authorize, type Context } from '../../ports/context.ts';

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
