import { returnsTexts } from '../texts/returns.ts';
import { Badge } from './badge.tsx';

type Status = keyof typeof returnsTexts.statuses;

const tones = { DRAFT: 'plain', FILING: 'warn', FILED: 'good', AMENDED: 'accent', REOPENING: 'warn' } as const;

export function ReturnStatus({ status }: { readonly status: Status }) {
  return <Badge tone={tones[status]}>{returnsTexts.statuses[status]}</Badge>;
}
