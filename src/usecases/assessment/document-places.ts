import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Buyer } from '../../domain/customers/buyer.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import { taxDateOf } from '../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { placeOfSaleFromHome, saleFromHomeNotice } from './eu-consumer-sale.ts';
import { originOf, requirePlace } from './find-places.ts';
import { sourcedPlace } from './sourced-place.ts';

export type DocumentPlaces = {
  readonly taxDate: string;
  readonly destination: MatchedPlace;
  /** The place whose law applies. */
  readonly place: MatchedPlace;
  readonly sourcedFrom: TransactionSnapshot['sourcedFrom'];
  readonly sourcingNotices: readonly Notice[];
  /** Where the goods ship from or the seller is established; null for sales tax, or if unknown. */
  readonly seller: MatchedPlace | null;
  readonly facts: PlaceFacts;
};

type DocumentToPlace = {
  readonly input: TransactionInput;
  readonly customer: Buyer;
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
  readonly reference: ReferenceData;
};

/** Finds the places of a document on its tax date, and the law of the one that decides. */
export async function findDocumentPlaces(request: DocumentToPlace): Promise<DocumentPlaces> {
  const { input, settings, reference } = request;
  const { shippingAddress, shipFromAddress } = input;
  const taxDate = taxDateOf(input);
  const shippedTo = await requirePlace(shippingAddress, 'shippingAddress', { reference, taxDate });
  const isGlobal = shippedTo.regime === 'GLOBAL_TAX';
  const seller = isGlobal ? await originOf(shipFromAddress, settings, { reference, taxDate }) : null;
  const destination = isGlobal ? reference.placeForSeller(shippedTo, seller) : shippedTo;
  const sourced = await sourcedPlace(reference, { destination, shipFromAddress, settings, taxDate });
  const { place, sourcedFrom, notices: sourcingNotices } = sourced;
  const facts = reference.placeFacts(place, taxDate, seller);
  const places: DocumentPlaces = { taxDate, destination, place, sourcedFrom, sourcingNotices, seller, facts };
  const home = isGlobal ? placeOfSaleFromHome({ ...request, seller, facts }) : null;
  return home ? soldFromHome(places, home, reference) : places;
}

function soldFromHome(places: DocumentPlaces, home: MatchedPlace, reference: ReferenceData): DocumentPlaces {
  const facts = reference.placeFacts(home, places.taxDate, home);
  const sourcingNotices = [saleFromHomeNotice(facts, places.facts)];
  return { ...places, place: home, sourcedFrom: 'SHIP_FROM', sourcingNotices, facts };
}
