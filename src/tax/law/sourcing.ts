/** The address that determines the jurisdictions of a sale within the US. */
type SourcedBy = 'DESTINATION' | 'ORIGIN' | 'ORIGIN_UNKNOWN';

type Sale = {
  readonly destinationState: string;
  /** The state from which the goods ship; null if unknown. */
  readonly originState: string | null;
  /** How the destination state sources a sale that starts and ends in it. */
  readonly sourcing: 'ORIGIN' | 'DESTINATION' | 'MIXED';
};

/**
 * Across state lines the destination decides, in every state. Within one state the destination decides too, unless it
 * is an origin state. `MIXED` is California (city and county shares of the uniform rate from the origin, districts from
 * the destination: the uniform rate is the same everywhere, so the destination's stack is the answer) and Illinois,
 * whose destination rule covers sellers that ship.
 */
export function sourcedBy({ destinationState, originState, sourcing }: Sale): SourcedBy {
  if (sourcing !== 'ORIGIN') return 'DESTINATION';
  if (originState === null) return 'ORIGIN_UNKNOWN';
  return originState === destinationState ? 'ORIGIN' : 'DESTINATION';
}
