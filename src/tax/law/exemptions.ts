import type { Certificate } from '../model/assessment.ts';
import type { TaxPlace } from '../model/place.ts';
import { type Fraction, fractionOf, oneFraction } from '../numbers/fraction.ts';

/** The part of the tax that a certificate exempts. */
export type Relief = {
  readonly certificateId: string;
  readonly exemptShare: Fraction | null;
  readonly reducedRate: Fraction | null;
};

/** The certificates that are valid at a place on the tax date. Both the first and the last day are included. */
export function certificatesAt(place: TaxPlace, certificates: readonly Certificate[]): Certificate[] {
  return certificates.filter((certificate) => refusalAt(place, certificate) === null);
}

/** Why a certificate of the buyer has no effect. */
export type CertificateRefusal =
  | 'OTHER_COUNTRY'
  | 'OTHER_STATE'
  | 'NOT_YET_IN_FORCE'
  | 'NO_LONGER_IN_FORCE'
  /** The file that the seller requires is missing. */
  | 'NO_EVIDENCE'
  | 'OTHER_TAX_CODE'
  /** Another certificate already applies to the line. Exemptions are not combined. */
  | 'ANOTHER_APPLIES'
  /** The certificate would not lower the tax on the line. */
  | 'NOTHING_TO_RELIEVE';

/** Why a certificate is not valid at a place on the tax date, regardless of the goods; null if it is valid. */
export function refusalAt(
  place: TaxPlace,
  { country, subdivision, validFrom, validThrough, lacksEvidence }: Certificate,
): CertificateRefusal | null {
  if (country !== place.country) return 'OTHER_COUNTRY';
  if (subdivision !== null && subdivision !== place.subdivision) return 'OTHER_STATE';
  if (validFrom !== null && validFrom > place.taxDate) return 'NOT_YET_IN_FORCE';
  if (validThrough !== null && place.taxDate > validThrough) return 'NO_LONGER_IN_FORCE';
  if (lacksEvidence) return 'NO_EVIDENCE';
  return null;
}

export function findFullExemption(certificates: readonly Certificate[], taxCode: string): Certificate | null {
  return certificates.find((each) => each.relief.kind === 'full' && coversCode(each, taxCode)) ?? null;
}

/** If several partial exemptions cover a line, only the first applies, because exemptions are not combined. */
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

/** An empty list covers every code. Codes are compared case-insensitively. */
export function coversCode({ taxCodes }: Certificate, taxCode: string): boolean {
  if (taxCodes.length === 0 || taxCodes.includes(taxCode)) return true;
  const wanted = plainCode(taxCode);
  return taxCodes.some((code) => plainCode(code) === wanted);
}

const plainCode = (code: string): string => code.trim().toUpperCase();

/** The factors by which an exemption reduces the basis and the rates of a line; at least one of them is 1. */
export type ReliefFactors = { readonly basis: Fraction; readonly rate: Fraction };

const noRelief: ReliefFactors = { basis: oneFraction, rate: oneFraction };

/**
 * A partial exemption exempts a share of the basis or lowers the combined rate to a reduced one, whichever results in
 * less tax. A reduced rate that is not lower than the combined rate has no effect.
 */
export function reliefFactors(relief: Relief | null, combinedRate: Fraction): ReliefFactors {
  if (relief === null) return noRelief;
  const basis = relief.exemptShare ? oneFraction.minus(relief.exemptShare) : oneFraction;
  if (relief.reducedRate === null || combinedRate.isZero) return { basis, rate: oneFraction };
  const rate = relief.reducedRate.dividedBy(combinedRate);
  return rate.compare(basis) < 0 ? { basis: oneFraction, rate } : { basis, rate: oneFraction };
}
