import { describeUncollected } from '../../domain/nexus/describe-collection.ts';
import type { TaxCollection } from '../../domain/nexus/tax-collection.ts';
import type { Assessment, Notice } from '../../tax/model/assessment.ts';
import type { TaxPlace } from '../../tax/model/place.ts';

/** The place for the core, with the jurisdictions whose tax this seller does not collect. */
export function collectedPlace(place: TaxPlace, { uncollected }: TaxCollection): TaxPlace {
  return uncollected.length === 0 ? place : { ...place, uncollected };
}

/** The notice that explains why a tax due there is not collected; none if no line is subject to it. */
export function collectionNotices(
  collection: TaxCollection,
  { items, shippingFee }: Pick<Assessment, 'items' | 'shippingFee'>,
): Notice[] {
  const message = describeUncollected(collection);
  if (message === null) return [];
  const lines = shippingFee ? [...items, shippingFee] : items;
  const isMissing = lines.some(
    ({ reason, taxLines }) =>
      reason === 'NOT_COLLECTING' || taxLines.some((taxLine) => taxLine.reason === 'NOT_COLLECTING'),
  );
  return isMissing ? [{ code: 'NOT_COLLECTING', pointer: '/shippingAddress', message }] : [];
}
