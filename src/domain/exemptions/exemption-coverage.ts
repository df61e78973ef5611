import { z } from 'zod';
import { absentAsNull, boundedText, dayOfDateInput } from '../base/fields.ts';
import { gatewayLimits } from '../base/limits.ts';
import { type EnumerationValue, enumeration } from '../base/record.ts';
import { formatNames } from '../base/words.ts';
import { type CertificateTerms, certificateStatusOf, daysLeftOf, lacksEvidence } from './certificate-status.ts';
import type { Exemption } from './exemption.ts';
import type { ExemptionReason, ReasonAcceptance } from './exemption-reason.ts';

export const coverageStatus = enumeration(
  'ExemptionCoverageStatus',
  'A customer’s certificate coverage in a state on a day.',
  {
    COVERED: 'A certificate is valid.',
    EXPIRING_SOON: 'The valid certificate expires soon, according to the setting `expiringSoonDays`.',
    GAP: 'No certificate is valid.',
    NOT_ACCEPTED: 'The valid certificate has a reason that the state does not accept.',
    NO_TAX: 'The state has no sales tax, so no certificate is needed.',
  },
);
type CoverageStatus = EnumerationValue<typeof coverageStatus>;

/** How a customer's certificates cover one state on a day. */
export type StateCoverageOfCustomer = {
  readonly state: StateToCover;
  readonly status: CoverageStatus;
  /**
   * The certificate behind the status: the best valid certificate, otherwise the certificate with the latest last day;
   * null without certificates, and in states without a sales tax.
   */
  readonly exemption: Exemption | null;
  /** Days until the last day of the certificate; negative after that day, null without a last day. */
  readonly daysLeft: number | null;
  /** Whether the state accepts the reason on the certificate; null without a certificate or a reason. */
  readonly acceptance: ReasonAcceptance | null;
  /** `noteText`. */
  readonly note: string | null;
};

export const noteText = 'Limits on the use of the certificate, such as its tax codes or a missing file';

type StateToCover = { readonly code: string; readonly name: string; readonly hasTax: boolean };

type Question = {
  readonly states: readonly StateToCover[];
  readonly terms: CertificateTerms;
  acceptanceOf(state: string, reason: ExemptionReason): ReasonAcceptance;
};

export function coverageOf(exemptions: readonly Exemption[], question: Question): StateCoverageOfCustomer[] {
  return question.states.map((state) => coverageIn(state, exemptions, question));
}

function coverageIn(
  state: StateToCover,
  exemptions: readonly Exemption[],
  { terms, acceptanceOf }: Question,
): StateCoverageOfCustomer {
  const none = { exemption: null, daysLeft: null, acceptance: null, note: null };
  if (!state.hasTax) return { state, status: 'NO_TAX', ...none };
  const candidates = exemptions
    .filter(({ country, state: own }) => country === 'US' && (own === null || own === state.code))
    .map((exemption) => {
      const { exemptionReason } = exemption;
      const acceptance = exemptionReason && acceptanceOf(state.code, exemptionReason);
      return { exemption, acceptance, status: statusUnder(certificateStatusOf(exemption, terms), acceptance) };
    })
    .sort((one, other) => rankOf(one) - rankOf(other) || laterLast(one.exemption, other.exemption));
  const [best] = candidates;
  if (!best) return { state, status: 'GAP', ...none };
  const { exemption, acceptance, status } = best;
  return {
    state,
    status,
    exemption,
    daysLeft: daysLeftOf(exemption, terms.on),
    acceptance,
    note: noteOn(exemption, terms),
  };
}

function statusUnder(
  status: ReturnType<typeof certificateStatusOf>,
  acceptance: ReasonAcceptance | null,
): CoverageStatus {
  if (status !== 'ACTIVE' && status !== 'EXPIRING_SOON') return 'GAP';
  if (acceptance?.acceptance === 'NOT_ACCEPTED') return 'NOT_ACCEPTED';
  return status === 'ACTIVE' ? 'COVERED' : 'EXPIRING_SOON';
}

type Candidate = { readonly exemption: Exemption; readonly status: CoverageStatus };

/** Lower is better: full exemptions come before partial ones. */
function rankOf({ exemption, status }: Candidate): number {
  const isPart = exemption.exemptionType === 'PARTIALLY' || exemption.taxCodes.length > 0;
  const order: Record<CoverageStatus, number> = { COVERED: 0, EXPIRING_SOON: 1, NOT_ACCEPTED: 4, GAP: 5, NO_TAX: 5 };
  return order[status] + (isPart && order[status] < 2 ? 2 : 0);
}

function laterLast(one: Exemption, other: Exemption): number {
  const [first, second] = [one, other].map(({ validThrough }) => validThrough ?? '9999-12-31') as [string, string];
  return first === second ? 0 : first < second ? 1 : -1;
}

function noteOn(exemption: Exemption, terms: CertificateTerms): string | null {
  const { exemptionType, taxCodes } = exemption;
  if (lacksEvidence(exemption, terms)) return 'The account requires an attached file; none is attached.';
  const shown = taxCodes.slice(0, 5);
  const more = taxCodes.length > 5 ? [`${taxCodes.length - 5} more`] : [];
  const names = formatNames([...shown, ...more]);
  const codes =
    taxCodes.length === 0 ? null : `covers only the tax ${taxCodes.length === 1 ? 'code' : 'codes'} ${names}`;
  if (exemptionType === 'PARTIALLY') return `It exempts part of the tax${codes ? ` and ${codes}` : ''}.`;
  return codes && `It ${codes}.`;
}

const { states: mostStates } = gatewayLimits.taxability;

const statesInput = absentAsNull(z.array(boundedText(1, 100)).min(1).max(mostStates));

/** The states and the day for which to check a customer's certificates. */
export const coverageQueryInput = z.object({
  asOf: absentAsNull(dayOfDateInput).meta({
    description:
      'Day on which the certificates must be valid, such as 2026-07-01. Default: today in the time zone of the seller’s establishment.',
  }),
  states: statesInput.meta({
    description: `US states, by code or name, such as MN; at most ${mostStates}. Default: all states with a sales tax.`,
  }),
});
export type CoverageQuery = z.output<typeof coverageQueryInput>;

export const reasonQueryInput = z.object({
  states: statesInput.meta({
    description: `US states, by code or name, such as MN; at most ${mostStates}. Default: all states.`,
  }),
});
export type ReasonQuery = z.output<typeof reasonQueryInput>;
