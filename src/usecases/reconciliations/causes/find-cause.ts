import { minorUnitOf } from '../../../domain/base/currency.ts';
import { AppError } from '../../../domain/base/errors.ts';
import { namesOf } from '../../../domain/base/record.ts';
import { type DifferenceCause, differenceCause } from '../../../domain/reconciliations/reconciliation.ts';
import { assess } from '../../../tax/assess.ts';
import { type Decimal, roundToUnit } from '../../../tax/numbers/decimal.ts';
import { afterPartOf } from '../../writing/yield-to-event-loop.ts';
import { byAmount } from './amount.ts';
import { byCertificate, byDate, byRegistration, bySourcing } from './facts.ts';
import { byMissingJurisdiction, byRate } from './rate.ts';
import { byRounding } from './rounding.ts';
import type { Assessable, Differing, Requested, Suppositions, Tools } from './supposing.ts';
import { byTaxability } from './taxability.ts';

/** The assumptions for each cause, in the order of `differenceCause`. Missing documents need no calculation. */
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

/** The first assumption under which the calculation matches their tax; null if no assumption does. */
export async function findCause(
  differing: Differing,
  tools: Tools,
  isEqual: (one: Decimal, other: Decimal) => boolean,
) {
  const { request, calculated, taxAmount, theirTaxAmount } = differing;
  const { toAssess: before, currency } = calculated;
  // Several assumptions may share a document, which is then calculated only once.
  const known = new Map([[before, taxAmount]]);
  const taxOf = ({ toAssess, roundAtEnd }: Assessable): Decimal => {
    const tax = known.get(toAssess) ?? assess(toAssess).taxAmount;
    known.set(toAssess, tax);
    return roundAtEnd ? roundToUnit(tax, minorUnitOf(currency), roundAtEnd) : tax;
  };
  for (const cause of namesOf(differenceCause)) {
    for (const { apply, describe } of tried[cause]?.(differing, tools) ?? []) {
      const supposed = apply({ request });
      const found = 'request' in supposed ? await underRequest(supposed, tools) : supposed;
      if (!found) continue;
      if (isEqual(taxOf(found), theirTaxAmount)) return { cause, ...describe(before, found.toAssess) };
      await afterPartOf(request.input);
    }
  }
  return null;
}

/** The document under an assumption; null if it cannot be calculated, for example on a day without rates. */
async function underRequest({ request, variant }: Requested, { lawOf }: Tools): Promise<Assessable | null> {
  try {
    return await lawOf(request, variant);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return null;
    throw error;
  }
}
