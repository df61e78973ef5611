import type { TenantSettings } from '../account/tenant.ts';
import type { RemoteSellerRate } from '../places/place-law.ts';
import { declaredBasisAt } from './declared-basis.ts';
import type { NexusDeclaration } from './nexus-record.ts';

/** An out-of-state seller that collects a state's tax under that state's program. */
export type RemoteSellerBasis = {
  readonly kind: 'REMOTE_SELLER_PROGRAM';
  readonly program: string;
  readonly validFrom: string;
};

/**
 * The basis for collecting tax under the state program on a day, according to the account settings; null if the seller
 * does not take part.
 */
export function remoteSellerBasis(
  { joinedSimplifiedSellersUseTaxOn: validFrom }: Pick<TenantSettings, 'joinedSimplifiedSellersUseTaxOn'>,
  rate: RemoteSellerRate | null,
  day: string,
): RemoteSellerBasis | null {
  if (rate === null || validFrom === null || day < validFrom) return null;
  return { kind: 'REMOTE_SELLER_PROGRAM', program: rate.program, validFrom };
}

/** The program is only for sellers without a physical presence or a registration in the state. */
export function isEligible(declarations: readonly NexusDeclaration[], state: string, day: string): boolean {
  const { kind } = declaredBasisAt(declarations, { country: 'US', state }, day);
  return kind !== 'REGISTRATION' && kind !== 'PHYSICAL_NEXUS';
}
