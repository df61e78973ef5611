import { authorize, type Context } from '../context.ts';
import { mergePatch, parseInput } from '../domain/input.ts';
import type { Inputs } from '../domain/inputs.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { SettingsPatch } from '../domain/tenant-input.ts';

/**
 * Applies a JSON merge patch to the tenant's settings: absent keeps, null goes back to the default. Documents that are
 * stored keep the settings they were calculated with.
 */
export function updateAccount(ctx: Context, inputs: Inputs, patch: SettingsPatch): Promise<Tenant> {
  const { account } = authorize(ctx, 'admin').stores;
  return account.change((settings) => parseInput(inputs.settings, mergePatch(settings, patch)), ctx.now());
}
