import type { RateInForce } from '../../../tax/model/place.ts';
import { asText } from '../../base/amount.ts';
import type { SnapshotRate } from '../transaction.ts';

/** A rate as a document keeps it. */
export function recordRate({ jurisdiction, rate, fromOn, toOn, source }: RateInForce): SnapshotRate {
  return { jurisdiction, rate: asText(rate), fromOn, toOn, source };
}
