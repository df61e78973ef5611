import { euCode } from '../../../domain/places/eu-code.ts';
import { type FactCorrection, factParts } from '../../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import { isLocalLevel, localLevels } from '../../../tax/model/place.ts';
import { readRate } from '../cells/rate-text.ts';
import {
  type CorrectionCells,
  type CorrectionColumn,
  placeColumns,
  type ReportIssue,
  refuseOtherCells,
} from './columns.ts';
import { checkRow } from './fact-row.ts';
import { readPlace } from './place.ts';

type FactReading = {
  readonly cell: CorrectionCells;
  readonly book: RateBookIndex;
  readonly fail: ReportIssue;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  /** Members of the rate book's row, from a JSON file. They take precedence over columns. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Ids that other rows of the file may add. */
  readonly idsOfFile: ReadonlySet<string>;
  readonly areHighRatesMeant: boolean | undefined;
  readonly source: string;
};

type Row = Readonly<Record<string, unknown>>;

/**
 * Reads a row other than a rate and reports its issues; null if the row cannot be read. The rate book validates the
 * members of `row` again.
 */
export function readFact(given: FactReading): FactCorrection | null {
  let hasIssues = false;
  const fail: ReportIssue = (column, message) => {
    hasIssues = true;
    given.fail(column, message);
  };
  const reading = { ...given, fail };
  const { cell, book, validFrom, validThrough, members, source } = reading;
  const part = factParts.find((one) => one === cell('fact').toUpperCase());
  if (!part) {
    fail('fact', `${cell('fact')} is not one of RATE, ${factParts.join(', ')}.`);
    return null;
  }
  const level = cell('level') || wholePlaceOf(cell);
  const place = isOfWholeEu(part, cell)
    ? { country: euCode, subdivision: null, jurisdictionId: euCode }
    : readPlace((column) => (column === 'level' ? level : cell(column)), book, fail);
  if (!place) return null;
  const { country, subdivision, jurisdictionId } = place;
  const within = isLocalLevel(cell('level').toUpperCase()) ? jurisdictionId : null;
  const placed = { ...reading, subdivision, within, isOfUs: country === 'US' };
  const own = readers[part](placed);
  if (own) refuseUnused(part, own, placed);
  const days = { ...(validFrom !== null && { from: validFrom }), ...(validThrough !== null && { to: validThrough }) };
  const fact = { part, country, subdivision, row: { ...own, ...days, ...members }, source };
  checkRow(fact, { ...reading, isWhole: own !== null && !hasIssues });
  return own && fact;
}

/** All member states share one threshold for distance sales. */
function isOfWholeEu(part: FactCorrection['part'], cell: CorrectionCells): boolean {
  return part === 'NEXUS' && cell('country').toUpperCase() === euCode && cell('state') === '';
}

function wholePlaceOf(cell: CorrectionCells): string {
  if (cell('country').toUpperCase() === 'US') return 'STATE';
  return cell('state') === '' ? 'COUNTRY' : 'REGION';
}

type PlacedReading = FactReading & {
  readonly subdivision: string | null;
  readonly within: string | null;
  readonly isOfUs: boolean;
};

function refuseUnused(part: FactCorrection['part'], own: Row, reading: PlacedReading): void {
  const treatment = reading.cell('treatment').toUpperCase();
  const local: readonly CorrectionColumn[] = reading.within === null ? [] : ['name', 'county'];
  const subject = treatment === '' ? part : `${part} with treatment ${treatment}`;
  refuseOtherCells(reading, [...placeColumns, ...local, ...columnsOf(part, own, reading)], subject);
}

/** The columns of a fact, except its place and dates. */
function columnsOf(
  part: FactCorrection['part'],
  own: Row,
  { cell, within, isOfUs }: PlacedReading,
): readonly CorrectionColumn[] {
  const treatment = cell('treatment').toUpperCase();
  const law = ['tax_code', 'treatment'] as const;
  switch (part) {
    case 'RULE':
      if (treatment === 'REDUCED') return [...law, 'rate', ...(isOfUs ? (['local_rate'] as const) : [])];
      return own.taxable === 'yes' ? [...law, 'below', 'above', 'up_to'] : law;
    case 'HOLIDAY':
      return treatment === 'CANCELLED' ? [...law, 'name'] : [...law, 'name', 'below', 'up_to'];
    case 'CAP':
      return within === null ? ['up_to'] : ['up_to', 'rate'];
    case 'NEXUS':
      return ['sales_threshold', 'transaction_threshold'];
    case 'DUE_DAY':
      return ['due_day', 'due_months', 'frequency'];
  }
}

const readers: Readonly<Record<FactCorrection['part'], (reading: PlacedReading) => Row | null>> = {
  RULE: readRule,
  HOLIDAY: readHoliday,
  CAP: readCap,
  NEXUS: readThreshold,
  DUE_DAY: readDueDay,
};

function readRule(reading: PlacedReading): Row | null {
  const { cell, fail, members, isOfUs, within } = reading;
  const category = categoryOf(reading);
  if (category === null) return null;
  const treatment = cell('treatment').toUpperCase();
  const isFee = category === 'shipping' || category === 'handling';
  if (isFee && (within !== null || (!isOfUs && cell('state') !== '')))
    return refuse(fail, 'level', 'Delivery can only be corrected for a whole state or country.');
  // The JSON file may contain the whole row.
  const hasMembers = treatment === '' && Object.keys(members).length > 0;
  const treatments = isFee ? (isOfUs ? deliveries : deliveriesAbroad) : isOfUs ? ofStates(reading) : abroad(reading);
  const found = hasMembers ? {} : treatments[treatment];
  if (!found) {
    return refuse(
      fail,
      'treatment',
      `${treatment || 'An empty value'} is not one of ${Object.keys(treatments).join(', ')}.`,
    );
  }
  if (isFee) return isOfUs ? { fee: category, ...found } : { category: 'delivery', ...found };
  return { category, ...found, ...(within !== null && { places: [within] }) };
}

const deliveries: Readonly<Record<string, Row>> = {
  TAXED: { rule: 'taxable' },
  EXEMPT: { rule: 'exempt' },
  EXEMPT_IF_SEPARATE: { rule: 'exempt_if_separate' },
  FOLLOWS_GOODS: { rule: 'follows_goods', mixed: 'ALL_OR_NOTHING' },
  SHARE_OF_GOODS: { rule: 'follows_goods', mixed: 'IN_PROPORTION' },
};

/** Shipping and handling share one rule outside the US. */
const deliveriesAbroad: Readonly<Record<string, Row>> = {
  TAXED: { rate: 'general' },
  FOLLOWS_GOODS: { rate: 'general', follows: 'GOODS' },
};

function ofStates(reading: PlacedReading): Readonly<Record<string, Row>> {
  const local = reading.cell('local_rate') || 'general';
  return {
    TAXED: { taxable: 'yes', ...amountsOf(reading, { below: 'below', above: 'above', up_to: 'upTo' }) },
    REDUCED: {
      taxable: 'reduced',
      ...rateOf(reading, 'stateRate', reading.cell('treatment').toUpperCase() === 'REDUCED'),
      local: { COUNTY: local, CITY: local, DISTRICT: local },
    },
    EXEMPT: { taxable: 'no' },
  };
}

function abroad(reading: PlacedReading): Readonly<Record<string, Row>> {
  return {
    TAXED: { rate: 'general' },
    REDUCED: rateOf(reading, 'rate', reading.cell('treatment').toUpperCase() === 'REDUCED'),
    ZERO: { rate: '0' },
    EXEMPT: { treatment: 'NOT_TAXABLE' },
  };
}

function rateOf({ cell, fail }: FactReading, member: string, isAsked: boolean): Row {
  const rate = readRate(cell('rate'));
  if ('rate' in rate) return { [member]: rate.rate };
  if (isAsked) fail('rate', cell('rate') === '' ? 'A rate is required.' : rate.issue);
  return {};
}

/** At most one amount may limit a rule. */
function amountsOf({ cell, fail }: FactReading, names: Partial<Record<CorrectionColumn, string>>): Row {
  const given = Object.entries(names).flatMap(([column, member]): [CorrectionColumn, string][] => {
    return cell(column as CorrectionColumn) === '' ? [] : [[column as CorrectionColumn, member]];
  });
  if (given.length > 1) fail(given[1]![0], 'Only one of below, above and up_to is allowed.');
  return Object.fromEntries(given.map(([column, member]) => [member, amountIn(cell(column), column, fail)]));
}

function amountIn(text: string, column: CorrectionColumn, fail: ReportIssue): string {
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(text))
    fail(column, `${text || 'An empty value'} is not an amount, such as 110.00.`);
  return text;
}

function readHoliday(reading: PlacedReading): Row | null {
  const { cell, book, fail, members, subdivision, within, isOfUs } = reading;
  const { from = reading.validFrom, to = reading.validThrough } = members;
  if (!isOfUs) return refuse(fail, 'fact', 'The rate book has no HOLIDAY outside the US.');
  const category = categoryOf(reading);
  const name = cell('name').toLowerCase().replace(/\s+/g, '_');
  if (name === '') fail('name', 'A holiday requires a name, such as back_to_school.');
  if (within !== null) return refuse(fail, 'level', 'A HOLIDAY applies to a whole state. Use level STATE.');
  if (from === null || to === null) return refuse(fail, 'from', 'A holiday requires its first and last day.');
  if (category === null || name === '') return null;
  const treatment = cell('treatment').toUpperCase();
  if (treatment !== '' && treatment !== 'CANCELLED')
    return refuse(
      fail,
      'treatment',
      `${treatment} is not a treatment of a HOLIDAY. Use CANCELLED, or leave the cell empty.`,
    );
  const isCancelled = treatment === 'CANCELLED';
  const year = String(from).slice(0, 4);
  if (isCancelled && book.states.get(subdivision ?? '')?.holidays.includes(`${name} ${category} ${year}`) !== true)
    return refuse(fail, 'name', `${subdivision} has no holiday ${name} for ${category} in ${year} to cancel.`);
  const caps = amountsOf(reading, { below: 'cap', up_to: 'cap' });
  const cap = caps.cap === undefined ? {} : { ...caps, capIncluded: cell('up_to') !== '' };
  return { name, category, ...cap, ...(isCancelled && { isCancelled }) };
}

/** Limits local taxes to the first part of a price or, with a rate, adds a city's second rate above it. */
function readCap(reading: PlacedReading): Row | null {
  const { cell, fail, within, isOfUs } = reading;
  if (!isOfUs) return refuse(fail, 'fact', 'A CAP is allowed only in the US.');
  if (within !== null && cell('level').toUpperCase() !== 'CITY')
    return refuse(fail, 'level', 'Only a whole state or a CITY can have a CAP.');
  const upTo = amountIn(cell('up_to'), 'up_to', fail);
  if (within !== null) return { city: within, upTo, ...rateOf(reading, 'rateAbove', true) };
  return { levels: localLevels, upTo };
}

function readThreshold({ cell, fail, within, isOfUs }: PlacedReading): Row | null {
  if (within !== null || (!isOfUs && cell('state') !== ''))
    return refuse(fail, 'level', 'A threshold applies to a US state or a whole country.');
  const [sales, count] = [cell('sales_threshold'), cell('transaction_threshold')];
  if (sales === '') return refuse(fail, 'sales_threshold', 'Expected an amount, such as 100000.');
  if (!/^\d{0,9}$/.test(count)) return refuse(fail, 'transaction_threshold', `${count} is not a number of sales.`);
  const own = Number(count) > 0 ? { transactionThreshold: Number(count) } : { combine: 'sales_only' };
  return { salesThreshold: amountIn(sales, 'sales_threshold', fail), ...(count !== '' && own) };
}

/** The row schema validates the numbers. */
function readDueDay({ cell, fail, within }: PlacedReading): Row | null {
  if (within !== null) return refuse(fail, 'level', 'A due date applies to a state, a country or one of its regions.');
  const frequencies = cell('frequency')
    .toUpperCase()
    .split(/[\s,|]+/)
    .filter((name) => name !== '');
  const [months, day] = [cell('due_months') || '1', cell('due_day')];
  for (const [column, text] of [
    ['due_months', months],
    ['due_day', day],
  ] as const) {
    if (!/^\d{1,2}$/.test(text))
      return refuse(fail, column, `${text || 'An empty value'} is not a number, such as 20.`);
  }
  return { months: Number(months), day: Number(day), ...(frequencies.length > 0 && { frequencies }) };
}

function categoryOf({ cell, book, fail }: FactReading): string | null {
  const given = cell('tax_code');
  const category = given === '' ? null : book.category(given);
  if (category === null) return refuse(fail, 'tax_code', `${given || 'An empty value'} is not a tax code or category.`);
  return category;
}

function refuse(fail: ReportIssue, column: CorrectionColumn, message: string): null {
  fail(column, message);
  return null;
}
