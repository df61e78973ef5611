import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';
import { dayAtHome } from '../account/today-at-home.ts';

/** Today at the seller's establishment, and the settings used to evaluate certificates. */
export async function certificateTerms(ctx: Context): Promise<CertificateTerms> {
  const settings = await currentSettings(authenticated(ctx));
  const { expiringSoonDays, requireEvidence } = settings;
  return { on: dayAtHome(settings, ctx), expiringSoonDays, requireEvidence };
}
