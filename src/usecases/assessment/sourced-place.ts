import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { sourcedBy } from '../../tax/law/sourcing.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { originOf } from './find-places.ts';

/** The place whose law applies. */
type SourcedPlace = {
  readonly place: MatchedPlace;
  readonly sourcedFrom: TransactionSnapshot['sourcedFrom'];
  /** Notices about the address that decides the place. */
  readonly notices: readonly Notice[];
};

type PlaceToSource = {
  readonly destination: MatchedPlace;
  readonly shipFromAddress: TransactionInput['shipFromAddress'];
  readonly settings: TenantSettings;
  readonly taxDate: string;
};

/** The destination, or for a sale within a US state that sources by origin, the place the goods ship from. */
export async function sourcedPlace(reference: ReferenceData, sale: PlaceToSource): Promise<SourcedPlace> {
  const { destination, shipFromAddress, settings, taxDate } = sale;
  const toDestination = { place: destination, sourcedFrom: 'SHIP_TO', notices: [] } as const;
  if (destination.regime !== 'SALES_TAX' || !destination.subdivision) return toDestination;
  const state = reference.findState(destination.subdivision);
  if (!state) return toDestination;
  const origin = await originOf(shipFromAddress, settings, { reference, taxDate });
  const decided = sourcedBy({
    destinationState: state.code,
    originState: origin?.country === 'US' ? origin.subdivision : null,
    sourcing: state.sourcing,
  });
  if (decided === 'DESTINATION' || destination.country !== 'US') return toDestination;
  const pointer = '/shipFromAddress';
  if (decided === 'ORIGIN' && origin && origin.precision !== 'STATE') {
    const notices = origin.notices.map((notice) => ({ ...notice, pointer: pointer + notice.pointer }));
    return { place: origin, sourcedFrom: 'SHIP_FROM', notices };
  }
  const message = `${state.name} taxes sales within the state where the goods ship from. That address is unknown, so the rates of the destination were used.`;
  return { ...toDestination, notices: [{ code: 'ORIGIN_UNKNOWN', pointer, message }] };
}
