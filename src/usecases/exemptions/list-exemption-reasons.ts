import type { ReasonQuery } from '../../domain/exemptions/coverage-query.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import type { ReasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { hasSalesTax, namedStates } from './named-states.ts';

/** Whether each state with a sales tax accepts each exemption reason; `UNKNOWN` if there is no source. */
export async function listExemptionReasons(ctx: Context, query: ReasonQuery): Promise<ReasonAcceptance[]> {
  authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const states = namedStates(reference, query.states).filter((state) => hasSalesTax(reference, state));
  return states.flatMap(({ code }) => exemptionReasons.map((reason) => reference.reasonAcceptance(code, reason)));
}
