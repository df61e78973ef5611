import type { RateInForce } from '../../tax/model/place.ts';

/**
 * The single rate that sellers from outside a state charge throughout the state, instead of state and local rates, if
 * they take part in its program (Alabama's Simplified Sellers Use Tax).
 */
export type RemoteSellerRate = {
  /** The name of the program in the state's law. */
  readonly program: string;
  /** Assigned to the state only. */
  readonly rate: RateInForce;
};
