import type { RecordName } from '../../domain/base/record-name.ts';
import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import type { CoverageQuery } from '../../domain/exemptions/coverage-query.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { coverageOf, type StateCoverageOfCustomer } from '../../domain/exemptions/exemption-coverage.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { findCustomer } from '../customers/get-customer.ts';
import { certificateTerms } from './certificate-terms.ts';
import { hasSalesTax, namedStates } from './named-states.ts';

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
