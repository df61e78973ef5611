import type { Collection } from '../../domain/nexus/collection.ts';
import { sayUncollected } from '../../domain/nexus/describe-collection.ts';
import type { Assessment, Notice } from '../../tax/model/assessment.ts';
import type { TaxPlace } from '../../tax/model/place.ts';

/** The place for the core, with the jurisdictions whose tax this seller does not collect. */
export function collectedPlace(place: TaxPlace, { uncollected }: Collection): TaxPlace {
  return uncollected.length === 0 ? place : { ...place, uncollected };
}

/** The notice why a tax due there is not collected; none if no line is subject to it. */
export function collectionNotices(collection: Collection, { items, shippingFee }: Assessment): Notice[] {
  const message = sayUncollected(collection);
  if (message === null) return [];
  const lines = shippingFee ? [...items, shippingFee] : items;
  const isMissing = lines.some(
    ({ reason, taxLines }) =>
      reason === 'NOT_COLLECTING' || taxLines.some((taxLine) => taxLine.reason === 'NOT_COLLECTING'),
  );
  return isMissing ? [{ code: 'NOT_COLLECTING', pointer: '/shippingAddress', message }] : [];
}
