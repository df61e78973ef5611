import { z } from 'zod';
import { acceptanceMeanings, coverageMeanings } from '../../domain/descriptions/exemption-descriptions.ts';
import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { coverageStatuses, type StateCoverageOfCustomer } from '../../domain/exemptions/exemption-coverage.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import { acceptances, type ReasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { shown } from '../http/json.ts';
import { choice, count, day, inWords, named, text } from '../http/members.ts';
import { exemptionJson, exemptionResponse } from './exemption-response.ts';

export const reasonAcceptanceResponse = named(
  'ReasonAcceptance',
  'Whether a US state accepts a reason for an exemption, with its source.',
  {
    state: text('Code of the state.', ['MN']),
    reason: choice(exemptionReasons, 'Reason for the exemption.'),
    acceptance: choice(acceptances, `Whether the state accepts it. ${inWords(acceptanceMeanings)}`),
    note: text('What limits it, as a sentence.').optional(),
    source: text('Publication that says so; absent if UNKNOWN.').optional(),
    readOn: day('Day on which the source was read.').optional(),
  },
);

export const coverageResponse = named(
  'ExemptionCoverage',
  'How the certificates of a customer cover one US state on a day.',
  {
    state: z
      .object({ abbreviation: text('Code of the state.', ['MN']), name: text('Name of the state.', ['Minnesota']) })
      .meta({ description: 'The state.' }),
    status: choice(coverageStatuses, `How the customer is exempt there. ${inWords(coverageMeanings)}`),
    exemption: exemptionResponse.optional(),
    daysLeft: count(
      'Days to the last day of the certificate: 0 on it, negative after it; absent without one.',
    ).optional(),
    acceptance: reasonAcceptanceResponse.optional(),
    note: text('What the certificate is limited to, such as tax codes.').optional(),
  },
);

export function reasonAcceptanceJson({ note, source, readOn, ...facts }: ReasonAcceptance) {
  return { ...facts, note: shown(note), source: shown(source), readOn: shown(readOn) };
}

export function coverageJson(coverage: StateCoverageOfCustomer, today: CertificateTerms) {
  const { state, status, exemption, daysLeft, acceptance, note } = coverage;
  return {
    state: { abbreviation: state.code, name: state.name },
    status,
    exemption: shown(exemption && exemptionJson(exemption, today)),
    daysLeft: shown(daysLeft),
    acceptance: shown(acceptance && reasonAcceptanceJson(acceptance)),
    note: shown(note),
  };
}
