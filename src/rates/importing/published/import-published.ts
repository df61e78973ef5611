import { addDays } from '../../../domain/base/calendar.ts';
import { formatCount, formatList, formatNumber } from '../../../domain/base/words.ts';
import type { CorrectionsLayer, RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { itemCapDifference, placeText } from './compare.ts';
import type { RateList } from './find-places.ts';
import { type OwnRate, ownRates } from './own-rates.ts';
import type { PublishedForm, UnreadLine } from './published-rate.ts';
import { readAll } from './read-published.ts';

type PublishedImport = {
  readonly layer: CorrectionsLayer;
  readonly lines: readonly number[];
  readonly title: string;
  readonly counts: string;
  readonly notes: readonly string[];
  /** Lines without a usable rate. */
  readonly unreadable: readonly UnreadLine[];
  /** Rates that were read but not used, with the reasons. */
  readonly unused: readonly UnreadLine[];
  /** Keys of the jurisdictions whose rates are in the file. */
  readonly covered: readonly string[];
  /** The earliest day to which a rate in the file refers. */
  readonly listedOn: string;
  /** Whether any rate in the file has no first day. */
  readonly isOfOneDay: boolean;
  /**
   * Names of taxed counties and cities missing from the file, although it contains others of the same level; null if it
   * contains nearly all.
   */
  readonly missing: readonly string[] | null;
  /** The latest day to which a national rate refers, by country: a regional rate does not verify a country. */
  readonly countries: Readonly<Record<string, string>>;
};

type LayerToMake = {
  readonly layerId: string;
  readonly source: string;
  /** The date for rates without a date. */
  readonly asOf: string;
};

/** The rate book to correct. */
type BaseBook = { readonly book: RateBookIndex; rateList(): RateList };

/**
 * Turns a file with place names into corrections of the rates that differ from the rate book. Files of this kind have
 * no ZIP codes, so places missing from the rate book are omitted, with a note.
 */
export async function readPublishedCorrections(
  { layerId, source, asOf }: LayerToMake,
  { form, rows }: { readonly form: PublishedForm; readonly rows: AsyncIterable<CsvRow> },
  { book, rateList }: BaseBook,
): Promise<PublishedImport> {
  const file = form.read(await readAll(rows), asOf);
  const { title, rates, unreadable, leftOut } = file;
  const itemCap = itemCapDifference(file, book.states.get(form.state ?? '') ?? null);
  const list = rateList();
  const { rates: own, unknown, undivided, ambiguous, impossible } = ownRates(list, rates);
  const changed = own.filter((one) => differs(list, one));
  const [listedOn = ''] = own.map(({ published }) => published.on).toSorted();
  const taken = changed.map((one) => correctionOf(one, book, source));
  const layer: CorrectionsLayer = { kind: 'CORRECTIONS', layerId, source, asOf, rows: taken };
  return {
    layer,
    lines: changed.map(({ published }) => published.line),
    title,
    counts: `${formatCount(rates.length, 'rate')}, ${formatCount(taken.length, 'jurisdiction')} changed`,
    notes: [
      ...[...leftOut].map(([reason, count]) => `rows omitted: ${formatNumber(count)} (${reason})`),
      unknown.length > 0 &&
        `places missing from the rate book, omitted because the file has no ZIP codes: ${formatNumber(unknown.length)} (${formatList(unknown.map(({ name }) => name))})`,
      ambiguous.length > 0 &&
        `places with several rates in the file, omitted: ${formatNumber(ambiguous.length)} (${formatList(ambiguous.map(severalRates))})`,
      undivided.length > 0 &&
        `cities omitted because the file has different rates, or no rate, for their county: ${formatNumber(undivided.length)} (${formatList(undivided.map(({ name }) => name))})`,
      itemCap !== null && `not imported: ${itemCap}`,
    ].filter((note) => note !== false),
    unreadable: [...unreadable, ...impossible.map((line) => ({ line, reason: tooSmall }))],
    unused: [
      ...unknown.map((one) => ({ line: one.line, reason: `not in the rate book: ${placeText(one)}` })),
      ...undivided.map((one) => ({ line: one.line, reason: `no single rate for its county: ${placeText(one)}` })),
      ...ambiguous.flatMap((rates) =>
        rates.map(({ published }) => ({
          line: published.line,
          reason: `several rates of a place: ${placeText(published)}`,
        })),
      ),
    ],
    covered: own.map(({ facts }) => facts.key),
    listedOn,
    isOfOneDay: own.some(({ published }) => published.from === null),
    missing: form.state === null ? null : missingFrom(own, list, { state: form.state, listedOn }),
    countries: Object.fromEntries(
      own
        .filter(({ facts }) => facts.jurisdiction.level === 'COUNTRY')
        .map(({ facts, published }) => [facts.key.split('/')[0], published.on]),
    ),
  };
}

const tooSmall = 'The total is less than the sum of the state and county rates.';

/** Name spellings vary, so some places may seem to be missing from a list for a whole state. */
const leastShare = 0.95;

function missingFrom(
  own: readonly OwnRate[],
  list: RateList,
  { state, listedOn }: { readonly state: string; readonly listedOn: string },
): readonly string[] | null {
  const given = new Set(own.map(({ facts }) => facts.key));
  // Districts are ignored, because few files contain all of them.
  const levels = (['COUNTY', 'CITY'] as const).filter((level) =>
    own.some(({ facts }) => facts.jurisdiction.level === level),
  );
  const lacks = levels.flatMap((level) => {
    const all = list
      .jurisdictions({ country: 'US', subdivision: state, level, ids: null })
      .filter(({ key }) => list.jurisdictionRate(key, listedOn)?.rate?.rate.isZero() === false);
    const lacking = all.filter(({ key }) => !given.has(key));
    const isNearlyWhole = lacking.length <= all.length * (1 - leastShare);
    return isNearlyWhole ? [] : lacking.map(({ jurisdiction: { name } }) => name);
  });
  return lacks.length === 0 && levels.length > 0 ? null : lacks;
}

/** For example: `Albany (lines 4, 9)`. */
function severalRates(rates: readonly OwnRate[]): string {
  return `${rates[0]!.facts.jurisdiction.name} (lines ${rates.map(({ published }) => published.line).join(', ')})`;
}

function differs(list: RateList, { facts, rate, published }: OwnRate): boolean {
  const ours = list.jurisdictionRate(facts.key, published.on)?.rate ?? null;
  return ours === null ? !rate.isZero() : !ours.rate.eq(rate);
}

/**
 * The correction begins on the first day in the file, if the current rate in the rate book began before that day, and
 * otherwise on the day to which the published rate refers. It ends with the current rate, before the next announced
 * rate or on the last day in the file, whichever comes first.
 */
function correctionOf({ facts, rate, published }: OwnRate, book: RateBookIndex, source: string): RateCorrection {
  const { on, from, through } = published;
  const windows = book.jurisdiction(facts.key)?.windows ?? [];
  const next = windows.find(({ validFrom }) => validFrom !== null && validFrom > on)?.validFrom ?? null;
  const current = windows.find(
    ({ validFrom, validThrough }) => (validFrom ?? '') <= on && (validThrough === null || validThrough >= on),
  );
  const ends = [current?.validThrough ?? null, next === null ? null : addDays(next, -1), through];
  return {
    country: facts.country,
    subdivision: facts.subdivision,
    level: facts.jurisdiction.level,
    jurisdictionId: facts.jurisdiction.id,
    name: null,
    county: null,
    stacking: null,
    rate: decimalText(rate),
    validFrom: from !== null && from > (current?.validFrom ?? '') ? from : on,
    validThrough: ends.filter((day) => day !== null).toSorted()[0] ?? null,
    zips: [],
    source,
  };
}
