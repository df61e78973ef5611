import type { RateInForce } from '../tax/place.ts';
import { asText } from './amount.ts';
import type { SnapshotRate } from './transaction.ts';

/** A rate as a document keeps it. */
export function recordRate({ jurisdiction, rate, fromOn, toOn, source }: RateInForce): SnapshotRate {
  return { jurisdiction, rate: asText(rate), fromOn, toOn, source };
}
