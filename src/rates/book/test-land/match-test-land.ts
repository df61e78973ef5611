import type { AddressIssue, AddressMatch, AddressQuery } from '../../../domain/places/address-match.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { blankToNull } from '../global/region-names.ts';
import { fold } from '../names/folding.ts';
import { scoreFields } from '../names/match-scoring.ts';
import type { TestLandBook, TestState } from './test-land-book.ts';

/** Whether the text is the country's code or name. */
export function namesTestLand({ code, alpha3, name }: TestLandBook, text: string): boolean {
  const folded = fold(text.trim());
  return [code, alpha3, name].some((own) => fold(own) === folded);
}

/** Finds the state of an address in test land; without a state, only the country's VAT applies. */
export function matchTestLand(book: TestLandBook, address: AddressQuery): AddressMatch {
  const field = blankToNull(address.region) === null ? 'state' : 'region';
  const given = blankToNull(address[field]);
  if (given === null) return matched(book, null, address);
  const folded = fold(given);
  const state = book.states.find((one) => [one.id, one.code, one.name].some((own) => fold(own) === folded));
  return state ? matched(book, state, address) : { kind: 'unmatched', issues: [unknownState(book, { field, given })] };
}

function unknownState({ states }: TestLandBook, { field, given }: Pick<AddressIssue, 'field' | 'given'>): AddressIssue {
  const codes = states.map(({ code }) => code);
  return {
    code: 'ERR-ADDR-001',
    field,
    given,
    expected: 'a state of test land',
    suggestions: codes,
    message: `"${given}" is not a state of test land: send ${codes.join(', ')}.`,
  };
}

function matched(book: TestLandBook, state: TestState | null, address: AddressQuery): AddressMatch {
  const sentCity = blankToNull(address.city);
  const city = sentCity === null ? null : (state?.cities.find(({ name }) => fold(name) === fold(sentCity)) ?? null);
  const levies = [...(state?.levies ?? [book.vat]), ...(city ? [city] : [])];
  const isCityMissing = state !== null && state.cities.length > 0 && city === null;
  const hasDistricts = levies.length > 1;
  const given = blankToNull(address.region) ?? blankToNull(address.state);
  return {
    kind: 'matched',
    place: {
      regime: state === null || state.isVat ? 'GLOBAL_TAX' : 'SALES_TAX',
      country: book.code,
      subdivision: state?.id ?? null,
      jurisdictionIds: levies.map(({ jurisdiction }) => jurisdiction.id),
      precision: state === null ? 'COUNTRY' : city ? 'CITY' : 'STATE',
      matchedAddress: {
        city: city?.name ?? sentCity,
        country: book.code,
        county: null,
        state: state?.id ?? null,
        zip: blankToNull(address.zip),
      },
      scoring: scoreFields({
        country: 'EXACT',
        state: given === null ? null : [state?.code, state?.id].includes(given.toUpperCase()) ? 'EXACT' : 'GOOD',
        city: isCityMissing && sentCity !== null ? 'NO_MATCH' : city ? 'EXACT' : null,
        zip: null,
      }),
      ...coverageOf({ state, isCityMissing, hasDistricts }),
    },
  };
}

type Found = {
  readonly state: TestState | null;
  readonly isCityMissing: boolean;
  readonly hasDistricts: boolean;
};

function coverageOf({ state, isCityMissing, hasDistricts }: Found) {
  if (state?.gap) {
    const message = `The rate book is missing some local rates of ${state.name}, which are not included even if levied at the address: ${state.gap}`;
    const notices: readonly Notice[] = [{ code: 'LOCAL_RATES_INCOMPLETE', pointer: '', message }];
    return { localRates: 'PARTIAL' as const, gaps: [state.gap], notices };
  }
  if (state && isCityMissing) {
    const cities = state.cities.map(({ name }) => name).join(' or ');
    const message = `The address could only be matched to the state of ${state.name}, so no city rate is included. Send ${cities}.`;
    const notices: readonly Notice[] = [{ code: 'LOCAL_RATES_NOT_INCLUDED', pointer: '', message }];
    return {
      localRates: 'STATE_ONLY' as const,
      gaps: ['The city rate: the address contains only a state.'],
      notices,
    };
  }
  return { localRates: hasDistricts ? ('COMPLETE' as const) : ('NOT_LEVIED' as const), gaps: [], notices: [] };
}
