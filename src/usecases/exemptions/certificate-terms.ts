import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { authenticated, type Context, todayOf } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';

/** The day of the request, in UTC, and the settings that certificates are judged by. */
export async function certificateTerms(ctx: Context): Promise<CertificateTerms> {
  const { expiringSoonDays, requireEvidence } = await currentSettings(authenticated(ctx));
  return { on: todayOf(ctx), expiringSoonDays, requireEvidence };
}
