import type { AddressIssue, AddressQuery } from '../../../domain/places/address-match.ts';
import type { FieldMatch } from '../../../domain/places/matched-address.ts';
import { fold, isNearSpelling } from '../../names/folding.ts';
import type { StateBook, UsBook } from '../book/state-book.ts';
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

/** An address with a known state; `stateMatch` is null if only the ZIP code gave the state. */
export type InState = {
  readonly kind: 'in-state';
  readonly state: StateBook;
  readonly stateMatch: FieldMatch | null;
  readonly zip: KnownZip;
  readonly names: LocalNames;
};

/** A military address, which is in no state. */
export type Military = {
  readonly kind: 'military';
  readonly outside: OutsideStates;
  readonly zip: KnownZip;
  readonly isStateSent: boolean;
};

type UsAddress = InState | Military | { readonly kind: 'unmatched'; readonly issues: readonly AddressIssue[] };

/** Reads the state and ZIP code of a US address and compares them. */
export function readUsAddress(book: UsBook, directory: StateDirectory, address: AddressQuery): UsAddress {
  const names: LocalNames = { city: sent(address.city), county: sent(address.county) };
  const stateText = sent(address.state) ?? sent(address.region);
  const zip = readZipCode(book, address.zip);
  if (zip.kind === 'malformed') return unmatched(malformedZip(address));

  const outside = readOutside(directory, { stateText, zip, city: names.city });
  if (outside?.kind === 'territory') return unmatched(territoryNotCovered(outside, stateText));
  if (outside && zip.kind === 'found') return unmatched(notMilitary(outside, zip.row));
  if (outside) return { kind: 'military', outside, zip, isStateSent: stateText !== null };

  const inState = (state: StateBook, stateMatch: FieldMatch | null): InState => {
    return { kind: 'in-state', state, stateMatch, zip, names };
  };
  if (stateText === null) {
    if (zip.kind === 'found') return inState(zip.row.state, null);
    const [only, ...others] = zip.kind === 'unknown' ? zip.states : [];
    if (only && others.length === 0) return inState(only, null);
    return unmatched(stateMissing(book, address));
  }
  const state = directory.find(stateText);
  const region = sent(address.region);
  const other = region === null ? null : directory.find(region);
  if (state && other && other !== state) return unmatched(regionStateConflict(address, state, other));
  if (state) {
    const issue = stateConflict(state, { given: stateText, zip, city: names.city });
    return issue ? unmatched(issue) : inState(state, 'EXACT');
  }
  if (zip.kind === 'found' && isNearSpelling(fold(stateText), fold(zip.row.state.name))) {
    return inState(zip.row.state, 'GOOD');
  }
  return unmatched(unknownState(directory, stateText, zip));
}

/**
 * A place outside any state, by the state as sent; by the ZIP code if no state was sent or the city is a military post
 * office.
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

function unmatched(issue: AddressIssue): UsAddress {
  return { kind: 'unmatched', issues: [issue] };
}

function sent(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
