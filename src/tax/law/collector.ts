import type { DocumentToAssess, TaxCollector, TreatmentFacts } from '../model/assessment.ts';

/**
 * Who collects the tax on a line: the collector that the line specifies or, by default, the marketplace for a customer
 * of the type `MARKETPLACE` and the seller for all others.
 */
export function collectorOf(
  { collectedBy }: Pick<TreatmentFacts, 'collectedBy'>,
  customerType: DocumentToAssess['customerType'],
): TaxCollector {
  return collectedBy ?? (customerType === 'MARKETPLACE' ? 'MARKETPLACE' : 'SELLER');
}
