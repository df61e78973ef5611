import type { Notice } from '../tax/assessment.ts';
import type { StateBook } from './us-book.ts';
import type { Locality } from './us-locality.ts';
import type { KnownZip } from './zip-codes.ts';

/** What the rate book lacks at a place. */
export function coverageNotices(state: StateBook, zip: KnownZip, locality: Locality): readonly Notice[] {
  if (state.coverage !== 'partial') return [];
  const isStateOnly = zip.kind === 'found' && zip.row.precision === 'state-only';
  const gap = coverageGap(state, isStateOnly, locality);
  if (gap === null) return [];
  return [{ code: 'LOCAL_RATES_INCOMPLETE', pointer: '', message: gap }];
}

function coverageGap(state: StateBook, isStateOnly: boolean, locality: Locality): string | null {
  switch (state.code) {
    case 'LA':
      return isStateOnly
        ? 'The rate book lacks the rates of this parish of Louisiana; only the state rate was used.'
        : null;
    case 'MO':
      return 'The rate book lacks the transportation and community improvement districts of Missouri.';
    default:
      return locality.cityId === null && locality.precision !== 'STATE'
        ? `The rate book lacks some cities of ${state.name}; if this place levies a rate of its own, it is not included.`
        : null;
  }
}

export function unknownZipNotices(state: StateBook, zip: KnownZip, locality: Locality): readonly Notice[] {
  if (zip.kind !== 'unknown' || !hasLocalTaxes(state)) return [];
  const found = locality.precision === 'CITY' ? `the place was found by its name` : `only the state was used`;
  return [
    {
      code: 'ZIP_NOT_IN_RATE_BOOK',
      pointer: '/zip',
      message: `ZIP code ${zip.zip} is not in the rate book; ${found}.`,
    },
  ];
}

export function hasLocalTaxes(state: StateBook): boolean {
  return state.levies === 'STATE_AND_LOCAL' || state.levies === 'LOCAL_ONLY';
}
