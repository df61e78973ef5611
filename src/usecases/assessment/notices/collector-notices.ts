import { collectorOfFee } from '../../../domain/transactions/collected-tax.ts';
import { collectorOf } from '../../../tax/law/collector.ts';
import type { Assessment, CustomerType, Notice } from '../../../tax/model/assessment.ts';
import type { LawOfPlace } from '../law/law-of-place.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';

type Collected = Pick<AssessmentRequest, 'input' | 'reference'> & {
  readonly toAssess: { readonly customerType: CustomerType };
  readonly assessment: Assessment;
};

/**
 * Notices for lines whose collector differs from the marketplace law of the place, or for which the rate book does not
 * cover that law.
 */
export function collectorNotices({ group, places }: LawOfPlace, document: Collected): readonly Notice[] {
  const { input, reference, toAssess, assessment } = document;
  const { customerType } = toAssess;
  const { items, shippingFee, collectedBy, marketplace } = input;
  const isOnMarketplace = marketplace !== null || customerType === 'MARKETPLACE';
  const lines = [
    ...group.indexes.map((index, position) => ({
      line: assessment.items[index]!,
      sent: items[index]!.collectedBy,
      pointer: `/items/${position}/collectedBy`,
    })),
    ...(group.isOwn && shippingFee
      ? [{ line: assessment.shippingFee!, sent: collectorOfFee(input), pointer: '/collectedBy' }]
      : []),
  ].filter(({ line: { reason, taxableAmount } }) => {
    return reason === 'MARKETPLACE' || (isOnMarketplace && (reason === 'NOT_COLLECTING' || !taxableAmount.isZero()));
  });
  const firstOf = (collector: 'MARKETPLACE' | 'SELLER') => {
    const first = lines.find(
      ({ sent }) => collectorOf({ collectedBy: sent ?? collectedBy ?? undefined }, customerType) === collector,
    );
    return first && (first.sent === null ? '/collectedBy' : first.pointer);
  };
  const [ofMarketplace, ofSeller] = [firstOf('MARKETPLACE'), firstOf('SELLER')];
  const { taxPlace, authority } = places.facts;
  const { name } = authority;
  if (taxPlace.regime !== 'SALES_TAX') {
    const pointer = ofMarketplace ?? ofSeller;
    if (pointer === undefined) return [];
    const effect = ofMarketplace === undefined ? 'The tax was charged' : 'No tax was charged';
    const message = `The rate book does not cover the deemed-supplier rules for marketplaces in ${name}. ${effect}, as declared in collectedBy. Check who owes the tax.`;
    return [{ code: 'MARKETPLACE_RULES_NOT_COVERED', pointer, message }];
  }
  const law = reference.findState(taxPlace.subdivision ?? '')?.marketplaceLaw ?? null;
  if (law && law.since <= taxPlace.taxDate) {
    if (ofSeller === undefined) return [];
    const doubt = law.uncertainty === null ? '' : ` Uncertain: ${law.uncertainty}.`;
    const message = `${name} has required marketplaces to collect since ${law.since}, so ${marketplace ? JSON.stringify(marketplace.trim()) : 'the marketplace'} should have collected the tax on this sale. If it did, set collectedBy to MARKETPLACE.${doubt} Source: ${law.source}`;
    return [{ code: 'MARKETPLACE_SHOULD_COLLECT', pointer: ofSeller, message }];
  }
  if (ofMarketplace === undefined || places.facts.taxation !== 'TAXED') return [];
  const known = law
    ? `The marketplace law in ${name} starts on ${law.since}`
    : `No marketplace law is known for ${name}`;
  const message = `${known}; the tax date is ${taxPlace.taxDate}. If the marketplace did not collect the tax, set collectedBy to SELLER.`;
  return [{ code: 'MARKETPLACE_NEED_NOT_COLLECT', pointer: ofMarketplace, message }];
}
