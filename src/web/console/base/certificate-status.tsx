import { known, recordTexts } from '../texts/records.ts';
import { Badge } from './badge.tsx';

const tones = { ACTIVE: 'good', EXPIRING_SOON: 'warn', EXPIRED: 'bad', CANCELLED: 'plain', PENDING: 'plain' } as const;

/** The status of a certificate today. */
export function CertificateStatus({ status }: { readonly status: keyof typeof tones }) {
  return <Badge tone={tones[status] ?? 'plain'}>{known(recordTexts.certificateStatuses, status)}</Badge>;
}
