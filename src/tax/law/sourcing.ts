/** The address that determines the jurisdictions of a sale within the US. */
type SourcedBy = 'DESTINATION' | 'ORIGIN' | 'ORIGIN_UNKNOWN';

type Sale = {
  readonly destinationState: string;
  /** The state from which the goods ship; null if unknown. */
  readonly originState: string | null;
  /** How the destination state sources sales within the state. */
  readonly sourcing: 'ORIGIN' | 'DESTINATION' | 'MIXED';
};

/**
 * Across state lines, the destination decides in every state. Within one state, the destination decides too, unless it
 * is an origin state. `MIXED` covers California and Illinois. California takes the city and county shares of the
 * uniform rate from the origin and districts from the destination; because the uniform rate is the same everywhere, the
 * destination's stack is correct. In Illinois, the destination rule covers sellers that ship.
 */
export function sourcedBy({ destinationState, originState, sourcing }: Sale): SourcedBy {
  if (sourcing !== 'ORIGIN') return 'DESTINATION';
  if (originState === null) return 'ORIGIN_UNKNOWN';
  return originState === destinationState ? 'ORIGIN' : 'DESTINATION';
}
