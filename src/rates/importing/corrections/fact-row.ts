import { nearestTo } from '../../../domain/base/spelling.ts';
import { type CorrectedRow, issuesOfRow } from '../../../domain/rate-book/fact-rows.ts';
import type { FactCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import { heightIssue } from '../cells/rate-text.ts';
import type { CorrectionColumn, ReportIssue } from './columns.ts';

type RowCheck = {
  readonly book: RateBookIndex;
  readonly fail: ReportIssue;
  /** Members of `row` in a JSON file. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly idsOfFile: ReadonlySet<string>;
  readonly areHighRatesMeant: boolean | undefined;
  /** Whether the columns were read without issues. */
  readonly isWhole: boolean;
};

/** Checks a row against the schema of the rate book, and the places, categories and conditions it refers to. */
export function checkRow(fact: FactCorrection, check: RowCheck): void {
  const { isCancelled: _cancelled, ...row } = fact.row;
  for (const { path, message } of issuesOfRow(kindOf(fact), row)) {
    if (check.isWhole || String(path[0]) in check.members) check.fail(`row.${path.join('.')}`, message);
  }
  if (!check.areHighRatesMeant) checkHeights(fact, check);
  checkNames(fact, check);
}

/** A percentage instead of a fraction would multiply the tax by 100. */
function checkHeights({ part, country, row }: FactCorrection, { fail, members }: RowCheck): void {
  const columns: Readonly<Record<string, CorrectionColumn>> = { local: 'local_rate' };
  const reported = new Set<string>();
  for (const [member, rate] of ratesIn(row)) {
    const column = member in members ? (`row.${member}` as const) : (columns[member] ?? 'rate');
    const issue = heightIssue(rate, country, `a ${part}`);
    if (issue !== null && !reported.has(column)) fail(column, issue);
    reported.add(column);
  }
}

const rateMembers = ['rate', 'stateRate', 'rateAbove', 'together', 'local', 'localById', 'only'];

/** The rates in a row, each with the name of its member. The schema reports values that are not rates. */
function ratesIn(row: FactCorrection['row']): [member: string, rate: string][] {
  const nested = ['above', 'surcharge'].map((member): [string, unknown] => [member, Object(row[member]).rate]);
  const given = rateMembers.map((member): [string, unknown] => [member, row[member]]);
  return [...given, ...nested].flatMap(([member, value]) =>
    [value, ...Object.values(Object(value))].flatMap((one): [string, string][] =>
      typeof one === 'string' && /^0\.\d+$/.test(one) ? [[member, one]] : [],
    ),
  );
}

function kindOf({ part, country, row }: FactCorrection): CorrectedRow {
  switch (part) {
    case 'RULE':
      if (country !== 'US') return 'categoryRate';
      return row.fee === undefined ? 'taxability' : 'delivery';
    case 'HOLIDAY':
      return 'holiday';
    case 'CAP':
      return 'cap';
    case 'NEXUS':
      return country === 'US' ? 'threshold' : 'thresholdAbroad';
    case 'DUE_DAY':
      return 'dueDay';
  }
}

function checkNames({ row, country, subdivision }: FactCorrection, { book, fail, members, idsOfFile }: RowCheck): void {
  const { category, condition, places, city, localById } = members;
  const textsOf = (value: unknown) =>
    [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
  for (const name of textsOf(category)) {
    if (book.category(name) !== name) fail('row.category', `${name} is not a tax code category.`);
  }
  const ids = typeof localById === 'object' && localById !== null ? Object.keys(localById) : [];
  for (const id of textsOf(city)) {
    const level = book.jurisdiction(`${country}/${id}`)?.level ?? 'CITY';
    if (level !== 'CITY') fail('row.city', `${id} is a ${level}, not a CITY.`);
  }
  for (const [member, names] of Object.entries({ places: textsOf(places), city: textsOf(city), localById: ids })) {
    const unknown = names.filter((id) => !isPlace(id) && !idsOfFile.has(id));
    if (unknown.length > 0)
      fail(
        `row.${member}`,
        `${subdivision} has no jurisdiction ${unknown.join(', ')}; \`rates ids\` finds ids by name.`,
      );
  }
  const conditions = row.fee === undefined ? book.conditions : book.deliveryConditions;
  for (const name of textsOf(condition).filter((one) => !conditions.includes(one))) {
    const nearest = nearestTo(name, conditions);
    const fix = nearest === undefined ? 'Describe the uncertainty in `uncertain` instead.' : `Did you mean ${nearest}?`;
    fail('row.condition', `${name} is not a condition of the rate book. ${fix}`);
  }

  function isPlace(id: string): boolean {
    return id.startsWith(`${subdivision}-`) && book.jurisdiction(`${country}/${id}`) !== null;
  }
}
