import type { ImportedJurisdiction } from '../../../domain/rate-book/rate-layer.ts';
import { type Decimal, decimal } from '../../../tax/numbers/decimal.ts';

/**
 * A jurisdiction in SST files, in a normalized spelling: `0` and `00` are the same type, `53` and `053` the same
 * county.
 */
export type SstCode = {
  readonly level: ImportedJurisdiction['level'];
  readonly type: string;
  readonly code: string;
};

/** Washington's location codes have type 45 although they are not states. They have no separate tax. */
type SstReference = SstCode | { readonly level: 'LOCATION' };

type State = { readonly code: string; readonly fips: string };

/** Null if the code is invalid. */
export function readSstCode(state: State, type: string, code: string): SstReference | null {
  if (!/^[0-9A-Za-z]{1,2}$/.test(type) || !/^[0-9A-Za-z]{1,10}$/.test(code)) return null;
  const fullType = type.padStart(2, '0').toUpperCase();
  const plain = code.toUpperCase();
  if (fullType === '45') {
    const isState = plain.replace(/^0+/, '') === state.fips.replace(/^0+/, '');
    return isState ? { level: 'STATE', type: '45', code: state.fips } : { level: 'LOCATION' };
  }
  if (fullType === '00') return { level: 'COUNTY', type: '00', code: padded(plain, 3) };
  // Vermont towns with their own tax have a separate type, but use place codes.
  if (fullType === '01' || (fullType === '02' && state.code === 'VT')) {
    return { level: 'CITY', type: fullType, code: padded(plain, 5) };
  }
  return { level: 'DISTRICT', type: fullType, code: plain };
}

/** Whether a code identifies no place: empty or zeros. */
export function isNoCode(code: string): boolean {
  return /^0*$/.test(code);
}

export function padded(code: string, length: number): string {
  return /^\d+$/.test(code) ? code.padStart(length, '0') : code.toUpperCase();
}

/** States where the rate of a city includes the county's share. */
const statesOfWholeCities = new Set(['WA', 'TN']);

/**
 * Other rates that a jurisdiction's rate already includes. The files do not show these inclusions, and they differ by
 * state.
 */
export function stackingOf(
  state: State,
  jurisdiction: SstCode & { readonly highestRate: Decimal },
): ImportedJurisdiction['stacking'] {
  if (jurisdiction.level === 'CITY' && statesOfWholeCities.has(state.code)) return 'replaces_county';
  if (jurisdiction.level === 'DISTRICT' && isWholeStack(state, jurisdiction)) return 'replaces_all';
  return 'add';
}

const highestDistrictOfKansas = decimal('0.02');

/**
 * Districts whose rate is the whole local stack and must not be added to city and county: `98xxx` in Oklahoma, `9xxyy`
 * of type 63 in Tennessee (the part of city yy in county xx; with type 79, these are transit taxes, which are added).
 * Kansas lists such rates among its improvement districts, whose own taxes are at most 2% (K.S.A. 12-6a31): any higher
 * rate is a stack.
 */
function isWholeStack(state: State, { type, code, highestRate }: SstCode & { readonly highestRate: Decimal }): boolean {
  if (state.code === 'OK') return /^98\d{3}$/.test(code);
  if (state.code === 'TN') return type === '63' && /^9\d{4}$/.test(code);
  return state.code === 'KS' && highestRate.gt(highestDistrictOfKansas);
}
