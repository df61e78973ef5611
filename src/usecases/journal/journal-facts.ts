import { type AccountFinder, accountFinder } from '../../domain/account/journal-settings.ts';
import type { TenantSettings } from '../../domain/account/tenant.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';

type JournalFacts = { readonly settings: TenantSettings; readonly accountOf: AccountFinder };

export async function journalFacts(ctx: Context): Promise<JournalFacts> {
  const settings = await currentSettings(authenticated(ctx));
  const isInEu = (country: string) => ctx.reference.countryFacts(country)?.isInEu === true;
  return { settings, accountOf: accountFinder(settings.journal, settings.homeAddress.country, isInEu) };
}
