import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import {
  type CoverageQuery,
  coverageOf,
  type ReasonQuery,
  type StateCoverageOfCustomer,
} from '../../domain/exemptions/exemption-coverage.ts';
import { exemptionReasons, type ReasonAcceptance } from '../../domain/exemptions/exemption-reason.ts';
import type { StateFacts } from '../../domain/lookups/catalogue.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { findCustomer } from '../customers/customers.ts';
import { certificateTerms } from './exemptions.ts';

/**
 * The coverage of the states by the certificates of a customer on a day. Throws `NOT_FOUND` if the customer does not
 * exist.
 */
export async function findExemptionCoverage(
  ctx: Context,
  by: RecordName,
  query: CoverageQuery,
): Promise<StateCoverageOfCustomer[]> {
  const { stores } = authorize(ctx, 'exemptions:read');
  const { serviceId } = await findCustomer(stores.customers, by);
  const [today, exemptions] = await Promise.all([
    certificateTerms(ctx),
    stores.exemptions.findByCustomers([serviceId]),
  ]);
  return coverageBy(ctx.reference, exemptions, { ...today, on: query.asOf ?? today.on }, query.states);
}

/** Coverage from exemptions that are already loaded. `names` lists states; null means all states with a sales tax. */
export function coverageBy(
  reference: ReferenceData,
  exemptions: readonly Exemption[],
  terms: CertificateTerms,
  names: readonly string[] | null,
): StateCoverageOfCustomer[] {
  const states = namedStates(reference, names)
    .map((state) => ({ code: state.code, name: state.name, hasTax: hasSalesTax(reference, state) }))
    .filter(({ hasTax }) => hasTax || names !== null);
  return coverageOf(exemptions, { states, terms, acceptanceOf: reference.reasonAcceptance });
}

/** Whether each state with a sales tax accepts each exemption reason; `UNKNOWN` if there is no source. */
export async function listExemptionReasons(ctx: Context, query: ReasonQuery): Promise<ReasonAcceptance[]> {
  authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const states = namedStates(reference, query.states).filter((state) => hasSalesTax(reference, state));
  return states.flatMap(({ code }) => exemptionReasons.map((reason) => reference.reasonAcceptance(code, reason)));
}

/** The US states with these codes or names, without duplicates; all states if null. Reports every unknown name. */
export function namedStates(reference: ReferenceData, names: readonly string[] | null): readonly StateFacts[] {
  if (names === null) return reference.states;
  const issues: Issue[] = [];
  const states = names.flatMap((text, index) => {
    const found = reference.findState(text);
    if (found) return [found];
    const message = `${JSON.stringify(text)} is not a US state.`;
    issues.push({ path: ['states', index], code: 'UNKNOWN_VALUE', message });
    return [];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return [...new Set(states)];
}

/** Whether the state, or a place within it, levies a sales tax. */
function hasSalesTax(reference: ReferenceData, { code, coverage }: StateFacts): boolean {
  return reference.nexusThresholds(code).length > 0 || coverage.localRates !== 'NOT_LEVIED';
}
