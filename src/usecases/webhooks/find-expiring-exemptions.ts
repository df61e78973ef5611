import type { TenantSettings } from '../../domain/account/tenant.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { withCertificateStatus } from '../../domain/exemptions/certificate-filter.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { type OnceEvent, onceForExemption } from '../../domain/webhooks/once-event.ts';
import type { ExemptionStore } from '../../ports/stores/exemption-store.ts';

const pageSize = 500;

/** The certificates that expire within `expiringSoonDays`, in pages. */
export async function* findExpiringExemptions(
  exemptions: Pick<ExemptionStore, 'list'>,
  { expiringSoonDays, requireEvidence }: TenantSettings,
  { today, now }: { readonly today: string; readonly now: Date },
): AsyncGenerator<OnceEvent[]> {
  const terms = { on: today, expiringSoonDays, requireEvidence };
  const filter = withCertificateStatus('EXPIRING_SOON', terms);
  for (let last: Exemption | undefined; ; ) {
    const after: { createdAt: Date; serviceId: string } | null = last
      ? { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId }
      : null;
    const page: Exemption[] = await exemptions.list(filter, { limit: pageSize, after });
    yield page.map((exemption) => onceForExemption(exemption, { eventId: newServiceId(), today, now }));
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}
