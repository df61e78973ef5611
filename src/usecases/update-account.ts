import { authorize, type Context } from '../context.ts';
import { settingsTag } from '../domain/entity-tags.ts';
import { mergePatch, parseInput } from '../domain/input.ts';
import type { Inputs } from '../domain/inputs.ts';
import { type Precondition, requireExpected } from '../domain/precondition.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { SettingsPatch } from '../domain/tenant-input.ts';

/**
 * Applies a JSON merge patch to the tenant's settings: absent keeps, null goes back to the default. Documents that are
 * stored keep the settings they were calculated with.
 */
export function updateAccount(
  ctx: Context,
  inputs: Inputs,
  patch: SettingsPatch,
  precondition?: Precondition,
): Promise<Tenant> {
  const { account } = authorize(ctx, 'admin').stores;
  return account.change((settings) => {
    requireExpected(precondition, { version: 1, tags: [settingsTag(settings)] });
    return parseInput(inputs.settings, mergePatch(settings, patch));
  }, ctx.now());
}
