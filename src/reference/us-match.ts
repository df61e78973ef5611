import type { Notice } from '../tax/assessment.ts';
import { fold, isNearSpelling } from './folding.ts';
import { scoreFields } from './match-scoring.ts';
import type { AddressFault, AddressMatch, AddressQuery, FieldMatch } from './reference-data.ts';
import { malformedZip, stateConflict, stateMissing, territoryNotCovered, unknownState } from './us-address-faults.ts';
import type { StateBook, UsBook } from './us-book.ts';
import { coverageNotices, hasLocalTaxes, unknownZipNotices } from './us-coverage.ts';
import { type Locality, type LocalNames, localityOfCity, localityOfZip } from './us-locality.ts';
import { type OutsideStates, outsideStatesOfZip, type StateDirectory } from './us-states.ts';
import { type KnownZip, readZipCode } from './zip-codes.ts';

/** Finds the jurisdictions of a US address; an address that fits no state, or two, is a fault. */
export function matchUsAddress(book: UsBook, directory: StateDirectory, address: AddressQuery): AddressMatch {
  const names: LocalNames = { city: sent(address.city), county: sent(address.county) };
  const stateText = sent(address.state) ?? sent(address.region);
  const zip = readZipCode(book, address.zip);
  if (zip.kind === 'malformed') return unmatched(malformedZip(address.zip));

  const outside = stateText === null ? outsideOfZip(zip) : directory.findOutside(stateText);
  if (outside?.kind === 'territory') return unmatched(territoryNotCovered(outside, stateText));
  if (outside) return matchMilitary(outside, zip, stateText);

  if (stateText === null) {
    if (zip.kind === 'found') return matchInState(zip.row.state, null, { zip, names });
    const [only, ...others] = zip.kind === 'unknown' ? zip.states : [];
    if (only && others.length === 0) return matchInState(only, null, { zip, names });
    return unmatched(stateMissing(address));
  }
  const state = directory.find(stateText);
  if (state) {
    const fault = stateConflict(state, zip, names.city);
    return fault ? unmatched(fault) : matchInState(state, 'EXACT', { zip, names });
  }
  if (zip.kind === 'found' && isNearSpelling(fold(stateText), fold(zip.row.state.name))) {
    return matchInState(zip.row.state, 'GOOD', { zip, names });
  }
  return unmatched(unknownState(directory, stateText, zip));
}

function matchInState(
  state: StateBook,
  stateMatch: FieldMatch | null,
  { zip, names }: { readonly zip: KnownZip; readonly names: LocalNames },
): AddressMatch {
  const locality =
    zip.kind === 'found'
      ? localityOfZip(zip.row, names)
      : ((names.city === null ? null : localityOfCity(state, { city: names.city, county: names.county })) ??
        stateAlone(state, names.city));
  const notices = [
    ...locality.notices,
    ...unknownZipNotices(state, zip, locality),
    ...coverageNotices(state, zip, locality),
  ];
  return {
    kind: 'matched',
    place: {
      regime: 'SALES_TAX',
      country: 'US',
      subdivision: state.code,
      jurisdictionIds: stack(state, locality),
      precision: locality.precision,
      matchedAddress: {
        city: locality.cityName,
        country: 'US',
        county: locality.county?.name ?? null,
        state: state.code,
        zip: zip.kind === 'found' ? zip.row.zip : null,
      },
      scoring: scoreFields({
        country: 'EXACT',
        state: stateMatch,
        city: locality.cityMatch,
        zip: zip.kind === 'absent' ? null : zip.kind === 'unknown' ? 'NO_MATCH' : zip.isRepaired ? 'GOOD' : 'EXACT',
      }),
      notices,
    },
  };
}

/** State, county, city, districts; a jurisdiction that another's figure contains is left out. */
function stack(state: StateBook, locality: Locality): readonly string[] {
  const city = locality.cityId === null ? null : (state.jurisdictions.get(locality.cityId) ?? null);
  const ids = [state.code];
  if (locality.countyJurisdictionId !== null && (city === null || city.stacking === 'add')) {
    ids.push(locality.countyJurisdictionId);
  }
  if (city) ids.push(city.jurisdiction.id);
  if (city?.stacking !== 'replaces_all') ids.push(...locality.districtIds);
  return ids;
}

function stateAlone(state: StateBook, city: string | null): Locality {
  const notices: Notice[] = [];
  if (city !== null && state.cityIdsByName.size > 0) {
    notices.push({
      code: 'CITY_NOT_IN_RATE_BOOK',
      pointer: '/city',
      message: `${city} is not known in ${state.name}; send its ZIP code.`,
    });
  }
  if (hasLocalTaxes(state)) {
    notices.push({
      code: 'LOCAL_RATES_NOT_INCLUDED',
      pointer: '',
      message: `Only the state of ${state.name} is known of this address; the rates of county, city and districts are not included.`,
    });
  }
  return {
    county: null,
    countyJurisdictionId: null,
    cityId: null,
    districtIds: [],
    cityName: null,
    cityMatch: city === null ? null : 'NO_MATCH',
    precision: 'STATE',
    notices,
  };
}

/** The armed forces' post lies in no state: no state's sales tax applies. */
function matchMilitary(outside: OutsideStates, zip: KnownZip, stateText: string | null): AddressMatch {
  return {
    kind: 'matched',
    place: {
      regime: 'SALES_TAX',
      country: 'US',
      subdivision: outside.code,
      jurisdictionIds: [],
      precision: 'STATE',
      matchedAddress: {
        city: null,
        country: 'US',
        county: null,
        state: outside.code,
        zip: zip.kind === 'unknown' ? zip.zip : null,
      },
      scoring: scoreFields({
        country: 'EXACT',
        state: stateText === null ? null : 'EXACT',
        city: null,
        zip: zip.kind === 'unknown' ? 'EXACT' : null,
      }),
      notices: [
        {
          code: 'MILITARY_ADDRESS',
          pointer: '/state',
          message: `${outside.name}: an address of the armed forces lies in no state, so no sales tax is due there.`,
        },
      ],
    },
  };
}

function outsideOfZip(zip: KnownZip): OutsideStates | null {
  return zip.kind === 'unknown' ? outsideStatesOfZip(zip.zip) : null;
}

function unmatched(fault: AddressFault): AddressMatch {
  return { kind: 'unmatched', faults: [fault] };
}

function sent(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
