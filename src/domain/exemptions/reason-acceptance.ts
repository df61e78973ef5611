import type { ExemptionReason } from './exemption-reason.ts';

export const acceptances = ['ACCEPTED', 'LIMITED', 'NOT_ACCEPTED', 'UNKNOWN'] as const;
export type Acceptance = (typeof acceptances)[number];

/** Whether a state accepts a reason for an exemption, with its source. */
export type ReasonAcceptance = {
  /** US state code. */
  readonly state: string;
  readonly reason: ExemptionReason;
  readonly acceptance: Acceptance;
  readonly note: string | null;
  /** Null if the rate book does not know whether the state accepts it. */
  readonly source: string | null;
  /** The day the source was read. */
  readonly readOn: string | null;
};

export function unknownAcceptance(state: string, reason: ExemptionReason): ReasonAcceptance {
  return { state, reason, acceptance: 'UNKNOWN', note: null, source: null, readOn: null };
}
