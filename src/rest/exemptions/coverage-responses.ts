import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { coverageStatus, noteText, type StateCoverageOfCustomer } from '../../domain/exemptions/exemption-coverage.ts';
import { reasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { shown } from '../http/json.ts';
import { count, day, list, named, text } from '../http/members.ts';
import { choiceOf, jsonOf, responseOf } from '../http/record-response.ts';
import { exemptionJson, exemptionResponse } from './exemption-response.ts';

const coverageResponse = named('ExemptionCoverage', 'Coverage of one US state by a customer’s certificates on a day.', {
  state: text('Code of the state.', ['MN']),
  stateName: text('Name of the state.', ['Minnesota']),
  status: choiceOf(coverageStatus).meta({ description: 'Status of the customer’s exemption in the state.' }),
  exemption: exemptionResponse.optional(),
  daysLeft: count(
    'Days until the certificate’s last day: 0 on that day, negative afterwards; absent if the certificate is open-ended or the customer has none.',
  ).optional(),
  acceptance: responseOf(reasonAcceptance).optional(),
  note: text(`${noteText}; absent if nothing limits its use.`).optional(),
});

const asOf = day('Coverage date.');
const rateBookVersion = text('Rate book version used.');

export const coverageReportResponse = named('ExemptionCoverageReport', 'Exemptions of a customer on a day.', {
  asOf,
  rateBookVersion,
  states: list(coverageResponse, 'One entry for each state, in the requested order.'),
});

export const reasonsResponse = named('ExemptionReasons', 'Exemption reasons accepted by the states.', {
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
