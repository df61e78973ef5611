import type { Exemption, ExemptionStatus } from './exemption.ts';

const names: Record<ExemptionStatus, string> = { ACTIVE: 'Active', CANCELLED: 'Cancelled' };

/** Code and name of the status: as sent, or else our own. */
export function shownStatus({ exemptionStatus, sentStatus }: Pick<Exemption, 'exemptionStatus' | 'sentStatus'>) {
  return { code: sentStatus?.code ?? exemptionStatus, name: sentStatus?.name ?? names[exemptionStatus] };
}
