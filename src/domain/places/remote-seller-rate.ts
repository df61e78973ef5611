import type { RateInForce } from '../../tax/model/place.ts';

/**
 * The single rate that out-of-state sellers charge throughout a state, instead of state and local rates, if they take
 * part in the state's program (Alabama's Simplified Sellers Use Tax).
 */
export type RemoteSellerRate = {
  /** The name of the program in state law. */
  readonly program: string;
  /** Assigned entirely to the state. */
  readonly rate: RateInForce;
};
