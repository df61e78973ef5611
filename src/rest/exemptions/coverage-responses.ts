import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { coverageStatus, type StateCoverageOfCustomer } from '../../domain/exemptions/exemption-coverage.ts';
import { reasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { shown } from '../http/json.ts';
import { count, day, list, named, text } from '../http/members.ts';
import { choiceOf, jsonOf, responseOf } from '../http/record-response.ts';
import { exemptionJson, exemptionResponse } from './exemption-response.ts';

const coverageResponse = named('ExemptionCoverage', 'How the certificates of a customer cover one US state on a day.', {
  state: text('Code of the state.', ['MN']),
  stateName: text('Name of the state.', ['Minnesota']),
  status: choiceOf(coverageStatus).meta({ description: 'How the customer is exempt there.' }),
  exemption: exemptionResponse.optional(),
  daysLeft: count(
    'Days to the last day of the certificate: 0 on it, negative after it; absent without one.',
  ).optional(),
  acceptance: responseOf(reasonAcceptance).optional(),
  note: text('What the certificate is limited to, such as tax codes.').optional(),
});

const asOf = day('Day that the answer is for.');
const rateBookVersion = text('Version of the rate book that it rests on.');

export const coverageReportResponse = named('ExemptionCoverageReport', 'How a customer is exempt on a day.', {
  asOf,
  rateBookVersion,
  states: list(coverageResponse, 'One entry for each state, in order.'),
});

export const reasonsResponse = named('ExemptionReasons', 'Which reasons for an exemption the states accept.', {
  asOf,
  rateBookVersion,
  reasons: list(responseOf(reasonAcceptance), 'One entry for each state and reason.'),
});

export const reasonAcceptanceJson = jsonOf(reasonAcceptance);

export function coverageJson(coverage: StateCoverageOfCustomer, today: CertificateTerms) {
  const { state, status, exemption, daysLeft, acceptance, note } = coverage;
  return {
    state: state.code,
    stateName: state.name,
    status,
    exemption: shown(exemption && exemptionJson(exemption, today)),
    daysLeft: shown(daysLeft),
    acceptance: shown(acceptance && reasonAcceptanceJson(acceptance)),
    note: shown(note),
  };
}
