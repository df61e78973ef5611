import type { MatchedPlace } from '../../../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../../../domain/places/place-law.ts';
import type { Territory } from '../../../../tax/law/supply.ts';
import { findRate, noticesOnRates } from '../../files/rate-windows.ts';
import { findDeliveryFee } from '../book/retail-delivery-fees.ts';
import type { UsBook } from '../book/state-book.ts';

/** The jurisdictions of a US place with their rates on the given day. */
export function usPlaceFacts(book: UsBook, place: MatchedPlace, taxDate: string): PlaceFacts {
  const state = book.states.get(place.subdivision ?? '');
  if (!state) return outsideAnyState(place, taxDate);
  const found = place.jurisdictionIds.map((id) => {
    const jurisdiction = state.jurisdictions.get(id);
    if (!jurisdiction) throw new Error(`No jurisdiction ${id} in the rate book`);
    return findRate(jurisdiction, taxDate);
  });
  const rates = found.filter((one) => one.kind === 'in-force').map(({ window }) => window.rate);
  const isTaxed = state.levies === 'LOCAL_ONLY' ? rates.some(({ rate }) => !rate.isZero()) : state.levies !== 'NONE';
  return {
    taxPlace: {
      regime: 'SALES_TAX',
      country: 'US',
      subdivision: state.code,
      taxDate,
      rates,
      localRateCap: state.localRateCap,
    },
    taxation: isTaxed ? 'TAXED' : 'NO_TAX_THERE',
    territory: unitedStates,
    authority: { name: state.name, abbreviation: state.code, taxName: 'Sales tax' },
    deliveryFee: findDeliveryFee(book.deliveryFees, state.code, taxDate),
    imports: null,
    businessServices: null,
    notices: state.levies === 'NONE' ? [] : noticesOnRates(found, taxDate),
  };
}

const unitedStates: Territory = {
  country: 'US',
  isInEuForGoods: false,
  isInEuForServices: false,
  taxTerritories: ['US'],
};

function outsideAnyState(place: MatchedPlace, taxDate: string): PlaceFacts {
  return {
    taxPlace: {
      regime: 'SALES_TAX',
      country: 'US',
      subdivision: place.subdivision,
      taxDate,
      rates: [],
      localRateCap: null,
    },
    taxation: 'OUTSIDE_TERRITORY',
    territory: unitedStates,
    authority: { name: 'United States', abbreviation: 'US', taxName: 'Sales tax' },
    deliveryFee: null,
    imports: null,
    businessServices: null,
    notices: [],
  };
}
