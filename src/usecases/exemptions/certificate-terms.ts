import type { TenantSettings } from '../../domain/account/tenant.ts';
import { dayOf } from '../../domain/base/calendar.ts';
import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import { currentSettings } from '../account/current-settings.ts';

/** The day of the request, in UTC, and the setting that decides which certificates expire soon. */
export async function certificateTerms(ctx: Context): Promise<CertificateTerms> {
  return termsUnder(await currentSettings(authenticated(ctx)), ctx);
}

function termsUnder({ expiringSoonDays }: TenantSettings, ctx: Context): CertificateTerms {
  return { on: dayOf(ctx.now()), expiringSoonDays };
}
