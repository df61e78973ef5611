import { type DayOrder, dayAmbiguity, readTypedDay } from '../../../domain/base/day-order.ts';
import { formatList } from '../../../domain/base/words.ts';
import type { FactCorrection, RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import { isLocalLevel } from '../../../tax/model/place.ts';
import { heightIssue, readRate } from '../cells/rate-text.ts';
import { type CorrectionCells, placeColumns, type ReportIssue, refuseOtherCells } from './columns.ts';
import { readFact } from './fact.ts';
import { readPlace } from './place.ts';

const stackings = ['add', 'replaces_county', 'replaces_all'] as const;

const textLimit = 500;

export type CorrectionReading = {
  readonly book: RateBookIndex;
  readonly source: string;
  /** The order of dates such as 07/06/2025 in the file; null if the file does not reveal it. */
  readonly dayOrder: DayOrder | null;
  /** Whether unusually high rates are intended. */
  readonly areHighRatesMeant?: boolean;
  /** Whether the row must be a ruling for one merchant. */
  readonly areRulings?: boolean;
  readonly issue: ReportIssue;
  /** Additional members of the row in a JSON file. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The jurisdiction ids in the rows of the file. */
  readonly idsOfFile: ReadonlySet<string>;
};

/** Reads one row of corrections. Reports all of its issues and returns null if there are any. */
export function readCorrection(
  cell: CorrectionCells,
  { book, source, dayOrder, areHighRatesMeant, areRulings, issue, members = {}, idsOfFile }: CorrectionReading,
): RateCorrection | FactCorrection | null {
  let isSound = true;
  const fail: ReportIssue = (column, message) => {
    isSound = false;
    issue(column, message);
  };
  const validFrom = readDay(cell, 'from', { dayOrder, fail });
  const validThrough = readDay(cell, 'to', { dayOrder, fail });
  if (validFrom !== null && validThrough !== null && validThrough < validFrom)
    fail('to', `The last day ${validThrough} is before the first day ${validFrom}.`);
  for (const column of ['name', 'county', 'source'] as const) {
    if (cell(column).length > textLimit) fail(column, `At most ${textLimit} characters are allowed.`);
  }
  if (areRulings) checkRuling(cell, { fail, source, validFrom: validFrom ?? members.from });
  if (!['', 'RATE'].includes(cell('fact').toUpperCase())) {
    const days = { validFrom, validThrough };
    const given = { cell, book, fail, ...days, members, idsOfFile, areHighRatesMeant };
    const fact = readFact({ ...given, source: cell('source') || source });
    if (!isSound || !fact) return null;
    const isDelivery = fact.row.fee !== undefined || fact.row.category === 'delivery';
    const taxCode = areRulings && !isDelivery ? book.taxCode(cell('tax_code')) : null;
    return { ...fact, ...(taxCode !== null && { taxCode }) };
  }
  if (Object.keys(members).length > 0) fail('row', '`row` is not allowed for a RATE.');
  refuseOtherCells({ cell, fail }, [...placeColumns, 'name', 'county', 'stacking', 'rate', 'zips'], 'RATE');
  const place = readPlace(cell, book, fail);
  const isLocal = place !== null && isLocalLevel(place.level);
  const rate = readRate(cell('rate'));
  if ('issue' in rate) fail('rate', cell('rate') === '' ? 'A rate is required.' : rate.issue);
  else if (place && !areHighRatesMeant) {
    const height = heightIssue(rate.rate, place.country, `level ${place.level}`);
    if (height !== null) fail('rate', height);
  }
  const stacking = stackings.find((one) => one === cell('stacking').toLowerCase()) ?? null;
  if (cell('stacking') !== '' && !stacking)
    fail('stacking', `${cell('stacking')} is not one of ${stackings.join(', ')}.`);
  if (place && !isLocal && stacking && stacking !== 'add')
    fail('stacking', 'Only counties, cities and districts can have a `stacking` other than `add`.');
  const zips = readZips(cell, fail);
  if (place && zips.length > 0) checkZips(zips, { place, isLocal, book, fail });
  if (!isSound || !place || 'issue' in rate) return null;
  return {
    ...place,
    stacking,
    rate: rate.rate,
    validFrom,
    validThrough,
    zips,
    source: cell('source') || source,
  };
}

/** Rates, holidays, caps, thresholds and due days are the same for every merchant. */
function checkRuling(
  cell: CorrectionCells,
  { fail, source, validFrom }: { readonly fail: ReportIssue; readonly source: string; readonly validFrom: unknown },
): void {
  const fact = cell('fact').toUpperCase();
  if (fact !== 'RULE')
    fail('fact', `A ruling can only be a RULE. Import a ${fact || 'RATE'} for all tenants, without --tenant.`);
  if (validFrom === null || validFrom === undefined) fail('from', 'A ruling requires a first day.');
  if (cell('source') === '' && source === '')
    fail('source', 'A ruling requires its source, such as its number and date.');
}

type DayReading = { readonly dayOrder: DayOrder | null; readonly fail: ReportIssue };

function readDay(cell: CorrectionCells, column: 'from' | 'to', { dayOrder, fail }: DayReading): string | null {
  const text = cell(column);
  if (text === '') return null;
  const day = readTypedDay(text, dayOrder);
  const ambiguity = dayOrder === null ? dayAmbiguity(text) : null;
  if (day === null) fail(column, ambiguity?.message ?? `${text} is not a date. Write 2026-07-01.`);
  return day;
}

function readZips(cell: CorrectionCells, fail: ReportIssue): string[] {
  const zips = [...new Set(cell('zips').split(/[\s,;|]+/))].filter((zip) => zip !== '');
  const wrong = zips.filter((zip) => !/^\d{5}$/.test(zip));
  if (wrong.length > 0) fail('zips', `ZIP codes have five digits, unlike ${wrong.slice(0, 5).join(', ')}.`);
  return zips;
}

function checkZips(
  zips: readonly string[],
  {
    place,
    isLocal,
    book,
    fail,
  }: {
    readonly place: { readonly country: string; readonly subdivision: string | null };
    readonly isLocal: boolean;
    readonly book: RateBookIndex;
    readonly fail: ReportIssue;
  },
): void {
  if (!isLocal) {
    fail('zips', 'Only US counties, cities and districts can have ZIP codes.');
    return;
  }
  const outside = zips.filter((zip) => /^\d{5}$/.test(zip) && book.stateOfZip(zip) !== place.subdivision);
  if (outside.length === 0) return;
  const are = outside.length === 1 ? 'is not a ZIP code' : 'are not ZIP codes';
  fail('zips', `${formatList(outside)} ${are} in ${place.subdivision}.`);
}
