import { addDays } from '../../../domain/base/calendar.ts';
import type { CorrectionsLayer, RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { formatCount, formatList, formatNumber } from '../cells/format.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import type { RateList } from './compare.ts';
import { type OwnRate, ownRates } from './own-rates.ts';
import { type PublishedForm, readPublishedFile } from './read-published.ts';

type PublishedImport = {
  readonly layer: CorrectionsLayer;
  readonly lines: readonly number[];
  readonly title: string;
  readonly counts: string;
  readonly notes: readonly string[];
};

type LayerToMake = {
  readonly layerId: string;
  readonly source: string;
  /** The day of rates that state no day. */
  readonly asOf: string;
  readonly issues: FileIssues;
};

/** The rate book to correct. */
type BaseBook = { readonly book: RateBookIndex; rateList(): RateList };

/**
 * Turns a file with place names into corrections of the rates that differ from the rate book. Such files have no ZIP codes,
 * so places missing from the rate book are left out, with a note.
 */
export async function readPublishedCorrections(
  { layerId, source, asOf, issues }: LayerToMake,
  { form, rows }: { readonly form: PublishedForm; readonly rows: AsyncIterable<CsvRow> },
  { book, rateList }: BaseBook,
): Promise<PublishedImport> {
  const { title, rates, unreadable } = await readPublishedFile(form, rows, asOf);
  const list = rateList();
  const { rates: own, unknown, ambiguous, impossible } = ownRates(list, rates);
  for (const line of unreadable) issues.at(line, null, 'Expected a name and a rate from 0 to 0.5.');
  for (const line of impossible) issues.at(line, null, 'The total is less than the rates of state and county.');
  if (rates.length === 0) issues.add('The file has no rates.');
  const changed = own.filter((one) => differs(list, one));
  const taken = changed.map((one) => correctionOf(one, book, source));
  const layer: CorrectionsLayer = { kind: 'CORRECTIONS', layerId, source, asOf, rows: taken };
  return {
    layer,
    lines: changed.map(({ published }) => published.line),
    title,
    counts: `${formatCount(rates.length, 'rate')}, ${formatCount(taken.length, 'jurisdiction')} changed`,
    notes: [
      unknown.length > 0 &&
        `places that the rate book does not have, left out because the file has no ZIP codes: ${formatNumber(unknown.length)} (${formatList(unknown.map(({ name }) => name))})`,
      ambiguous.length > 0 &&
        `places with several rates in the file, left out: ${formatNumber(ambiguous.length)} (${formatList(ambiguous)})`,
    ].filter((note) => note !== false),
  };
}

function differs(list: RateList, { facts, rate, published }: OwnRate): boolean {
  const ours = list.jurisdictionRate(facts.key, published.on)?.rate ?? null;
  return ours === null ? !rate.isZero() : !ours.rate.eq(rate);
}

/** The correction lasts until the next announced rate in the rate book, or the end of the current one. */
function correctionOf({ facts, rate, published }: OwnRate, book: RateBookIndex, source: string): RateCorrection {
  const { on } = published;
  const windows = book.jurisdiction(facts.key)?.windows ?? [];
  const next = windows.find(({ validFrom }) => validFrom !== null && validFrom > on)?.validFrom ?? null;
  const current = windows.find(
    ({ validFrom, validThrough }) => (validFrom ?? '') <= on && (validThrough === null || validThrough >= on),
  );
  const ends = [current?.validThrough ?? null, next === null ? null : addDays(next, -1)].filter((day) => day !== null);
  return {
    country: 'US',
    subdivision: facts.subdivision,
    level: facts.jurisdiction.level,
    jurisdictionId: facts.jurisdiction.id,
    name: null,
    county: null,
    stacking: null,
    rate: decimalText(rate),
    validFrom: on,
    validThrough: ends.toSorted()[0] ?? null,
    zips: [],
    source,
  };
}
