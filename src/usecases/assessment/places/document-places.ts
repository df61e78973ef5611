import { invalidInput } from '../../../domain/base/errors.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../../domain/places/place-law.ts';
import { taxDateOf } from '../../../domain/transactions/tax-date.ts';
import type { TransactionSnapshot } from '../../../domain/transactions/transaction-snapshot.ts';
import { sourcedBy } from '../../../tax/law/sourcing.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { originOf, requirePlaceOfSale } from './find-place.ts';
import type { PlaceGroup } from './place-groups.ts';

/** The place whose law applies to a sale. */
type SourcedPlace = {
  readonly place: MatchedPlace;
  readonly sourcedFrom: TransactionSnapshot['sourcedFrom'];
  /** Notices about the address that determines the place. */
  readonly sourcingNotices: readonly Notice[];
};

export type DocumentPlaces = SourcedPlace & {
  readonly taxDate: string;
  readonly destination: MatchedPlace;
  /** The shipping origin or the seller's establishment; null for sales tax, or if unknown. */
  readonly seller: MatchedPlace | null;
  readonly facts: PlaceFacts;
};

type DocumentToPlace = Pick<AssessmentRequest, 'input' | 'settings' | 'reference'>;

/** Finds the places of a document on its tax date, and determines the place whose law applies. */
export async function findDocumentPlaces(
  request: DocumentToPlace,
  { isTaxedWhereCollected }: Pick<PlaceGroup, 'isTaxedWhereCollected'>,
): Promise<DocumentPlaces> {
  const { input, settings, reference } = request;
  const { shippingAddress, shipFromAddress } = input;
  const taxDate = taxDateOf(input);
  if (isTaxedWhereCollected) return placesOfCollection(request, taxDate);
  const shippedTo = await requirePlaceOfSale(shippingAddress, 'shippingAddress', { reference, taxDate });
  const isGlobal = shippedTo.regime === 'GLOBAL_TAX';
  const seller = isGlobal ? await originOf(shipFromAddress, settings, { reference, taxDate }) : null;
  const destination = isGlobal ? reference.placeForSeller(shippedTo, seller) : shippedTo;
  const sourced = await sourcedPlace(request, destination, taxDate);
  return { ...sourced, taxDate, destination, seller, facts: reference.placeFacts(sourced.place, taxDate, seller) };
}

/** Goods that the buyer collects are supplied where they are handed over, because nothing is dispatched. */
async function placesOfCollection(
  { input, settings, reference }: DocumentToPlace,
  taxDate: string,
): Promise<DocumentPlaces> {
  const origin = await originOf(input.shipFromAddress, settings, { reference, taxDate });
  if (!origin) throw invalidInput([unknownCollection]);
  const isGlobal = origin.regime === 'GLOBAL_TAX';
  const seller = isGlobal ? origin : null;
  const place = isGlobal ? reference.placeForSeller(origin, origin) : origin;
  const facts = reference.placeFacts(place, taxDate, seller);
  return { place, sourcedFrom: 'COLLECTED', sourcingNotices: [], taxDate, destination: place, seller, facts };
}

const unknownCollection = {
  path: ['shipFromAddress'],
  code: 'REQUIRED',
  message:
    'COLLECTED goods require a place of collection. Send shipFromAddress, or complete the home address of the account.',
};

/** The destination or, for a sale within a state with origin sourcing, the shipping origin. */
async function sourcedPlace(
  { input, settings, reference }: DocumentToPlace,
  destination: MatchedPlace,
  taxDate: string,
): Promise<SourcedPlace> {
  const toDestination = { place: destination, sourcedFrom: 'SHIP_TO', sourcingNotices: [] } as const;
  const state = reference.sourcingAt(destination);
  if (!state || !destination.subdivision) return toDestination;
  const origin = await originOf(input.shipFromAddress, settings, { reference, taxDate });
  // The home country defaults to the US.
  const isAbroad = origin ? origin.country !== destination.country : settings.homeAddress.country !== 'US';
  if (isAbroad) return toDestination;
  const decided = sourcedBy({
    destinationState: destination.subdivision,
    originState: origin?.subdivision ?? null,
    sourcing: state.sourcing,
  });
  if (decided === 'DESTINATION') return toDestination;
  const pointer = '/shipFromAddress';
  if (decided === 'ORIGIN' && origin && origin.precision !== 'STATE') {
    const sourcingNotices = origin.notices.map((notice) => ({ ...notice, pointer: pointer + notice.pointer }));
    return { place: origin, sourcedFrom: 'SHIP_FROM', sourcingNotices };
  }
  const message = `${state.name} taxes sales within the state at their shipping origin. That address is unknown, so the rates of the destination were used.`;
  return { ...toDestination, sourcingNotices: [{ code: 'ORIGIN_UNKNOWN', pointer, message }] };
}
