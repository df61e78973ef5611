import { suppliedThere } from '../../../domain/nexus/supplied-facts.ts';
import { isMeasured } from '../../../domain/nexus/tax-collection.ts';
import type { EuSale } from '../../../domain/transactions/transaction-snapshot.ts';
import type { Assessment } from '../../../tax/model/assessment.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import type { LawOfPlace } from './law-of-place.ts';
import { importsWithinLimit } from './taxed-imports.ts';

type Sale = Pick<AssessmentRequest, 'input' | 'settings' | 'declarations' | 'reference'> & {
  readonly currency: string;
};

/** The facts about each item of a place that later decisions about EU sales need; undefined if they need none. */
export function euSalesOf(law: LawOfPlace, assessment: Pick<Assessment, 'items'>, sale: Sale): (EuSale | undefined)[] {
  const { territory, taxPlace } = law.places.facts;
  const isInEu = (country: string) => sale.reference.countryFacts(country)?.isInEu === true;
  const isMemberState = isInEu(taxPlace.country);
  if (!isMemberState && !territory.isInEuForGoods) return law.kinds.map(() => undefined);
  const areLow = territory.isInEuForGoods ? importsWithinLimit(law, assessment, sale) : [];
  const home = sale.settings.homeAddress.country;
  const isSoldAbroad = taxPlace.country !== home && isInEu(home);
  // A shipping fee without items counts as a fee for goods.
  const kinds = law.kinds.length === 0 ? (['GOODS'] as const) : law.kinds;
  return kinds.map((kind, position) => {
    const isImportWithinLimit = areLow[position] === true;
    const isCounted = isSoldAbroad && countsTowardsThreshold(law, kind, sale);
    // Totals by country include all sales to other member states, but none to Northern Ireland.
    const isOutsideThreshold = isSoldAbroad && isMemberState && !isCounted;
    const isWithinThreshold = isCounted && !isMemberState;
    if (!isImportWithinLimit && !isOutsideThreshold && !isWithinThreshold) return undefined;
    return {
      ...(isImportWithinLimit && { isImportWithinLimit }),
      ...(isOutsideThreshold && { isOutsideThreshold }),
      ...(isWithinThreshold && { isWithinThreshold }),
    };
  });
}

/** A shipping fee belongs to the first item of goods or, if there are no goods, to the first item. */
export function euSaleOfShipping({ kinds }: LawOfPlace, euSales: readonly (EuSale | undefined)[]): EuSale | undefined {
  return euSales[Math.max(0, kinds.indexOf('GOODS'))];
}

/** Article 59c: distance sales of goods from one member state to another, and the services of article 58. */
function countsTowardsThreshold(
  { places, supply }: LawOfPlace,
  kind: LawOfPlace['kinds'][number],
  sale: Sale,
): boolean {
  const { territory } = places.facts;
  const isInEu = kind === 'GOODS' ? territory.isInEuForGoods : territory.isInEuForServices;
  if (!isInEu || supply.isOutsideEu || places.sourcedFrom === 'SELLER') return false;
  const isToBusiness = supply.buyerNumberCountry !== null;
  return isMeasured(suppliedThere(places.facts, { ...sale, origin: supply.origin, kind, isToBusiness }));
}
