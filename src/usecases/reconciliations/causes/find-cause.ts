import { namesOf } from '../../../domain/base/record.ts';
import { type DifferenceCause, differenceCause } from '../../../domain/reconciliations/difference-cause.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';
import { afterPartOf } from '../../writing/yield-to-event-loop.ts';
import { byAmount } from './amount.ts';
import { byCertificate } from './certificate.ts';
import { byDate } from './date.ts';
import { byMissingJurisdiction } from './missing-jurisdiction.ts';
import { byRate } from './rate.ts';
import { byRegistration } from './registration.ts';
import { byRounding } from './rounding.ts';
import { bySourcing } from './sourcing.ts';
import type { Differing, Supposition, Suppositions, Tools } from './supposition.ts';
import { byTaxability } from './taxability.ts';

/** What is supposed for each cause, in the order of `differenceCause`. Which documents are missing shows without a calculation. */
const tried: Readonly<Record<DifferenceCause, ((differing: Differing, tools: Tools) => Suppositions) | null>> = {
  MISSING_HERE: null,
  MISSING_THERE: null,
  DATE: byDate,
  AMOUNT: byAmount,
  SOURCING: bySourcing,
  JURISDICTION_MISSING: byMissingJurisdiction,
  RATE: byRate,
  TAXABILITY: byTaxability,
  CERTIFICATE: byCertificate,
  REGISTRATION: byRegistration,
  ROUNDING: byRounding,
  UNKNOWN: null,
};

type FoundCause = Omit<Supposition, 'taxAmount'> & { readonly cause: DifferenceCause };

/** The first supposition under which the calculation has their tax; null if none has. */
export async function findCause(
  differing: Differing,
  tools: Tools,
  isEqual: (one: Decimal, other: Decimal) => boolean,
): Promise<FoundCause | null> {
  for (const cause of namesOf(differenceCause)) {
    for await (const { taxAmount, ...supposition } of tried[cause]?.(differing, tools) ?? []) {
      if (isEqual(taxAmount, differing.theirTaxAmount)) return { cause, ...supposition };
      await afterPartOf(differing.request.input);
    }
  }
  return null;
}
