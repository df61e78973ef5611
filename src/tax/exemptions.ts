import type { Certificate } from './assessment.ts';
import { type Fraction, fractionOf, oneFraction } from './fraction.ts';
import type { TaxPlace } from './place.ts';

/** What a certificate takes off the tax that the place asks for. */
export type Relief = {
  readonly certificateId: string;
  readonly exemptShare: Fraction | null;
  readonly reducedRate: Fraction | null;
};

/** The certificates that hold at a place on the tax date; both days of a window count. */
export function certificatesAt(place: TaxPlace, certificates: readonly Certificate[]): Certificate[] {
  return certificates.filter(
    ({ country, subdivision, fromOn, toOn }) =>
      country === place.country &&
      (subdivision === null || subdivision === place.subdivision) &&
      (fromOn === null || fromOn <= place.taxDate) &&
      (toOn === null || place.taxDate <= toOn),
  );
}

export function findFullExemption(certificates: readonly Certificate[], taxCode: string): Certificate | null {
  return certificates.find((each) => each.relief.kind === 'full' && coversCode(each, taxCode)) ?? null;
}

/** Where several partial exemptions cover a line, the first counts: reliefs are not added up. */
export function findRelief(certificates: readonly Certificate[], taxCode: string): Relief | null {
  for (const certificate of certificates) {
    const { id, relief } = certificate;
    if (relief.kind !== 'partial' || !coversCode(certificate, taxCode)) continue;
    return {
      certificateId: id,
      exemptShare: relief.exemptShare && fractionOf(relief.exemptShare),
      reducedRate: relief.reducedRate && fractionOf(relief.reducedRate),
    };
  }
  return null;
}

function coversCode({ taxCodes }: Certificate, taxCode: string): boolean {
  return taxCodes.length === 0 || taxCodes.includes(taxCode);
}

/** The factors that a relief puts on the basis and on the rates of a line; one of them is always one. */
export type ReliefFactors = { readonly basis: Fraction; readonly rate: Fraction };

export const noRelief: ReliefFactors = { basis: oneFraction, rate: oneFraction };

/**
 * A partial exemption frees a share of the basis, or lowers the combined rate to a reduced one, whichever leaves less
 * tax. A reduced rate that is not lower than the combined rate changes nothing.
 */
export function reliefFactors(relief: Relief | null, combinedRate: Fraction): ReliefFactors {
  if (relief === null) return noRelief;
  const basis = relief.exemptShare ? oneFraction.minus(relief.exemptShare) : oneFraction;
  if (relief.reducedRate === null || combinedRate.isZero) return { basis, rate: oneFraction };
  const rate = relief.reducedRate.dividedBy(combinedRate);
  return rate.compare(basis) < 0 ? { basis: oneFraction, rate } : { basis, rate: oneFraction };
}
