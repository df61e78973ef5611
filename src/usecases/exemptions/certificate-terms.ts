import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';
import { dayAtHome } from '../account/today-at-home.ts';

/** The day of the request where the seller is established, and the settings that certificates are judged by. */
export async function certificateTerms(ctx: Context): Promise<CertificateTerms> {
  const settings = await currentSettings(authenticated(ctx));
  const { expiringSoonDays, requireEvidence } = settings;
  return { on: dayAtHome(settings, ctx), expiringSoonDays, requireEvidence };
}
