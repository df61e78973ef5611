import { type AccountFinder, accountFinder } from '../../domain/account/journal-settings.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';

/** Finds the accounts that the journal posts to, by the settings as they are now. */
export async function journalAccounts(ctx: Context): Promise<AccountFinder> {
  const { journal, homeAddress } = await currentSettings(authenticated(ctx));
  return accountFinder(journal, homeAddress.country, (country) => ctx.reference.countryFacts(country)?.isInEu === true);
}
