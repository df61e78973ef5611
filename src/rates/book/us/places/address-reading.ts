import type { AddressIssue, AddressQuery } from '../../../../domain/places/address-match.ts';
import type { FieldMatch } from '../../../../domain/places/matched-address.ts';
import type { Notice } from '../../../../tax/model/assessment.ts';
import { fold, isNearSpelling } from '../../names/folding.ts';
import type { StateBook, UsBook, ZipRow } from '../book/state-book.ts';
import {
  malformedZip,
  notMilitary,
  regionStateConflict,
  stateConflict,
  stateMissing,
  territoryNotCovered,
  unknownState,
} from './address-issues.ts';
import type { LocalNames } from './locality.ts';
import { type OutsideStates, outsideStatesOfZip, type StateDirectory } from './state-directory.ts';
import { type KnownZip, readZipCode } from './zip-codes.ts';
import { mainlyElsewhere, reachesAcross, rowAcross, statesAcross } from './zips-across.ts';

/** An address with a known state; `stateMatch` is null if the state was only inferred from the ZIP code. */
export type InState = {
  readonly kind: 'in-state';
  readonly state: StateBook;
  readonly stateMatch: FieldMatch | null;
  readonly zip: KnownZip;
  readonly names: LocalNames;
  /** Notices about how the state and ZIP code were read. */
  readonly notices: readonly Notice[];
  /** The same ZIP code in the other states that it covers, if no state was sent. */
  readonly across: readonly InState[];
};

/** A military address, which is in no state. */
export type Military = {
  readonly kind: 'military';
  readonly outside: OutsideStates;
  readonly zip: KnownZip;
  readonly isStateSent: boolean;
};

/** `territory` is the code of a place that is outside any state and whose taxes are not in the rate book. */
export type UsUnmatched = {
  readonly kind: 'unmatched';
  readonly issues: readonly AddressIssue[];
  readonly territory?: string;
};

type UsAddress = InState | Military | UsUnmatched;

/** Reads the state and ZIP code of a US address and checks them against each other. */
export function readUsAddress(book: UsBook, directory: StateDirectory, address: AddressQuery): UsAddress {
  const names: LocalNames = { city: sent(address.city), county: sent(address.county) };
  const stateText = sent(address.state) ?? sent(address.region);
  const zip = readZipCode(book, address.zip);
  if (zip.kind === 'malformed') return unmatched(malformedZip(address), ...faultsOfState(directory, stateText));

  const outside = readOutside(directory, { stateText, zip, city: names.city });
  if (outside?.kind === 'territory') {
    return { ...unmatched(territoryNotCovered(outside, stateText)), territory: outside.code };
  }
  if (outside && zip.kind === 'found') return unmatched(notMilitary(outside, zip.row));
  if (outside) return { kind: 'military', outside, zip, isStateSent: stateText !== null };

  const inState = (state: StateBook, stateMatch: FieldMatch | null): InState => {
    return { kind: 'in-state', state, stateMatch, zip, names, notices: [], across: [] };
  };
  if (stateText === null) {
    if (zip.kind === 'found') return inStateOfZip(book, { address, zip, names });
    const [only, ...others] = zip.kind === 'unknown' ? zip.states : [];
    if (only && others.length === 0) return inState(only, null);
    return unmatched(stateMissing(book, address, zip));
  }
  const state = directory.find(stateText);
  const region = sent(address.region);
  const other = region === null ? null : directory.find(region);
  if (state && other && other !== state) return unmatched(regionStateConflict(address, state, other));
  if (state) {
    const across = zip.kind === 'found' ? rowAcross(state, zip.row) : null;
    if (zip.kind === 'found' && across) {
      return { ...inState(state, 'EXACT'), zip: { ...zip, row: across }, notices: [mainlyElsewhere(zip.row, state)] };
    }
    const issue = stateConflict(book, state, { given: stateText, zip, city: names.city });
    return issue ? unmatched(issue) : inState(state, 'EXACT');
  }
  if (zip.kind === 'found' && isNearSpelling(fold(stateText), fold(zip.row.state.name))) {
    return inState(zip.row.state, 'GOOD');
  }
  return unmatched(unknownState(directory, stateText, zip));
}

/** Reads an address with a known ZIP code: the main state, and the other states of the ZIP code in `across`. */
function inStateOfZip(
  book: UsBook,
  sent: { readonly address: AddressQuery; readonly zip: FoundZip; readonly names: LocalNames },
): InState {
  const { address, zip, names } = sent;
  const { row, isRepaired } = zip;
  const others = statesAcross(book, row);
  const notices = [
    ...(isRepaired ? [zeroRestored(address, row)] : []),
    ...(others.length > 0 ? [reachesAcross(row, others)] : []),
  ];
  const inState = (of: ZipRow): InState => {
    return {
      kind: 'in-state',
      state: of.state,
      stateMatch: null,
      zip: { ...zip, row: of },
      names,
      notices,
      across: [],
    };
  };
  return { ...inState(row), across: others.flatMap((state) => rowAcross(state, row) ?? []).map(inState) };
}

type FoundZip = Extract<KnownZip, { readonly kind: 'found' }>;

function zeroRestored({ zip: given }: AddressQuery, { zip, state }: ZipRow): Notice {
  return {
    code: 'ZIP_ZERO_RESTORED',
    pointer: '/zip',
    message: `"${given}" was read as ZIP code ${zip} in ${state.name} (${state.code}). Send the state or all five digits to be sure.`,
  };
}

/**
 * A place outside any state. It is identified by the submitted state; if no state was submitted or the city is a
 * military post office, by the ZIP code or by that city.
 */
function readOutside(
  directory: StateDirectory,
  sent: { readonly stateText: string | null; readonly zip: KnownZip; readonly city: string | null },
): OutsideStates | null {
  const { stateText, zip, city } = sent;
  const named = stateText === null ? null : directory.findOutside(stateText);
  if (named) return named;
  const isPost = city !== null && /^[afd]po\b/i.test(city);
  if (stateText !== null && !isPost) return null;
  return outsideOfZip(zip) ?? (isPost && city !== null ? directory.findOutside(city) : null);
}

function outsideOfZip(zip: KnownZip): OutsideStates | null {
  return zip.kind === 'unknown' ? outsideStatesOfZip(zip.zip) : null;
}

/** The issue for an unknown state, reported along with the ZIP code. */
function faultsOfState(directory: StateDirectory, given: string | null): AddressIssue[] {
  const isKnown = given === null || directory.find(given) !== null || directory.findOutside(given) !== null;
  return isKnown ? [] : [unknownState(directory, given, { kind: 'absent' })];
}

function unmatched(...issues: readonly AddressIssue[]): UsUnmatched {
  return { kind: 'unmatched', issues };
}

function sent(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
