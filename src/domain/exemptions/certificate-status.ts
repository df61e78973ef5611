import { addDays, daysBetween } from '../base/calendar.ts';
import type { Exemption } from './exemption.ts';

export const certificateStatuses = ['PENDING', 'ACTIVE', 'EXPIRING_SOON', 'EXPIRED', 'CANCELLED'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

/** The day to judge certificates by, and how many days before its last day a certificate counts as expiring soon. */
export type CertificateTerms = { readonly on: string; readonly expiringSoonDays: number };

type Dated = Pick<Exemption, 'exemptionStatus' | 'fromOn' | 'toOn'>;

/** Both days of a certificate are included: on its last day it is still valid. */
export function certificateStatusOf(exemption: Dated, { on, expiringSoonDays }: CertificateTerms): CertificateStatus {
  const { exemptionStatus, fromOn, toOn } = exemption;
  if (exemptionStatus === 'CANCELLED') return 'CANCELLED';
  if (toOn !== null && toOn < on) return 'EXPIRED';
  if (fromOn !== null && fromOn > on) return 'PENDING';
  return toOn !== null && toOn <= addDays(on, expiringSoonDays) ? 'EXPIRING_SOON' : 'ACTIVE';
}

/** Days until the last day: 0 on it, negative after it; null without a last day. */
export function daysLeftOf({ toOn }: Pick<Exemption, 'toOn'>, on: string): number | null {
  return toOn === null ? null : daysBetween(on, toOn);
}
