import type { ComponentChildren } from 'preact';
import { known, recordTexts } from '../texts/records.ts';
import { returnsTexts } from '../texts/returns.ts';

type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A one-word status. Its color repeats the meaning of the word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}

const certificateTones = {
  ACTIVE: 'good',
  EXPIRING_SOON: 'warn',
  EXPIRED: 'bad',
  CANCELLED: 'plain',
  PENDING: 'plain',
} as const;

/** The status of a certificate today. */
export function CertificateStatus({ status }: { readonly status: keyof typeof certificateTones }) {
  return <Badge tone={certificateTones[status] ?? 'plain'}>{known(recordTexts.certificateStatuses, status)}</Badge>;
}

const returnTones = { DRAFT: 'plain', FILING: 'warn', FILED: 'good', AMENDED: 'accent', REOPENING: 'warn' } as const;

export function ReturnStatus({ status }: { readonly status: keyof typeof returnTones }) {
  return <Badge tone={returnTones[status]}>{returnsTexts.statuses[status]}</Badge>;
}
