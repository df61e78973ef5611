import { decimalText } from '../../tax/numbers/decimal.ts';
import type { Books } from './books.ts';
import type { RateWindow } from './files/rate-windows.ts';
import type { Steps } from './files/steps.ts';
import type { ZipRow } from './us/book/state-book.ts';

/** A jurisdiction with its rates as text: `0.005 from 2005-10-01`. */
type ComparedJurisdiction = {
  readonly country: string;
  readonly id: string;
  readonly name: string;
  readonly rates: string;
};

export type BookComparison = {
  readonly added: readonly ComparedJurisdiction[];
  readonly removed: readonly ComparedJurisdiction[];
  readonly changed: readonly (ComparedJurisdiction & { readonly ratesBefore: string })[];
  /** For each state, the number of ZIP codes that are new, removed or taxed by other jurisdictions. */
  readonly movedZips: readonly { readonly state: string; readonly count: number }[];
};

/** The differences between two rate books, ignoring jurisdictions without rates. */
export function* compareBooks(before: Books, after: Books): Steps<BookComparison> {
  const old = yield* jurisdictionsOf(before);
  const now = yield* jurisdictionsOf(after);
  yield;
  const added: ComparedJurisdiction[] = [];
  const changed: BookComparison['changed'][number][] = [];
  for (const [key, one] of now) {
    const known = old.get(key);
    if (!known) added.push(one);
    else if (known.rates !== one.rates) changed.push({ ...one, ratesBefore: known.rates });
  }
  const removed = [...old].filter(([key]) => !now.has(key)).map(([, one]) => one);
  return { added, removed, changed, movedZips: yield* movedZips(before, after) };
}

/** Keyed by country and id, because Argentina and Arkansas are both `AR`. */
function* jurisdictionsOf({ us, global }: Books): Steps<ReadonlyMap<string, ComparedJurisdiction>> {
  const found = new Map<string, ComparedJurisdiction>();
  const note = (country: string, one: { readonly id: string; readonly name: string }, rates: string) => {
    if (rates !== '') found.set(`${country} ${one.id}`, { country, id: one.id, name: one.name, rates });
  };
  for (const state of us.states.values()) {
    yield;
    for (const { jurisdiction, windows, stacking } of state.jurisdictions.values()) {
      const rates = ratesText(windows);
      note('US', jurisdiction, rates === '' || stacking === 'add' ? rates : `${rates} (${contained[stacking]})`);
    }
  }
  for (const { alpha2, name, windows } of global.countries.values()) {
    note(alpha2, { id: alpha2, name }, ratesText(windows));
  }
  for (const { country, id, name, windows } of global.regions.values()) note(country, { id, name }, ratesText(windows));
  return found;
}

const contained = {
  replaces_county: "including the county's share",
  replaces_all: 'including the county and district shares',
} as const;

function ratesText(windows: readonly RateWindow[]): string {
  return windows
    .map(({ rate: { rate, validFrom, validThrough } }) => {
      return [decimalText(rate), validFrom && `from ${validFrom}`, validThrough && `to ${validThrough}`]
        .filter((part) => part)
        .join(' ');
    })
    .join(', ');
}

function* movedZips(before: Books, after: Books): Steps<BookComparison['movedZips']> {
  const counts = new Map<string, number>();
  let place = '';
  for (const [zip, row] of after.us.zips) {
    if (row.state.code !== place) yield;
    place = row.state.code;
    const old = before.us.zips.get(zip);
    if (old && reachText(old) === reachText(row)) continue;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  yield;
  for (const [zip, { state }] of before.us.zips) {
    if (!after.us.zips.has(zip)) counts.set(state.code, (counts.get(state.code) ?? 0) + 1);
  }
  return [...counts].map(([state, count]) => ({ state, count }));
}

function reachText({ countyJurisdictionId, cityId, districtIds }: ZipRow): string {
  return [countyJurisdictionId, cityId, ...districtIds].join(' ');
}
