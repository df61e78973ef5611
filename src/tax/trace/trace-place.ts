import { refusalAt } from '../law/exemptions.ts';
import { placeRates } from '../law/place-rates.ts';
import type { DocumentToAssess, PlaceToAssess } from '../model/assessment.ts';
import type { StepFacts } from './trace.ts';

/** The steps of a place: its jurisdictions, whether the seller collects, and certificates that do not apply. */
export function placeSteps(
  { place, isCollecting }: PlaceToAssess,
  { certificates }: Pick<DocumentToAssess, 'certificates'>,
): StepFacts[] {
  const { taxDate, localRateCap } = place;
  const found = place.rates.map((rate): StepFacts => ({ kind: 'JURISDICTION_FOUND', taxDate, ...rate }));
  const cut = placeRates(place).flatMap(({ jurisdiction, rate, isCut }, index): StepFacts[] => {
    if (!isCut || localRateCap === null) return [];
    return [{ kind: 'LOCAL_RATE_CUT', jurisdiction, generalRate: place.rates[index]!.rate, rate, localRateCap }];
  });
  const refused = certificates.flatMap((certificate): StepFacts[] => {
    const refusal = refusalAt(place, certificate);
    return refusal === null ? [] : [{ kind: 'CERTIFICATE_REFUSED', certificate, refusal }];
  });
  return [...found, ...cut, { kind: 'COLLECTING', isCollecting, because: null }, ...refused];
}
