import { formatPercent } from '../../../../domain/descriptions/format.ts';
import type { RuleEvidence } from '../../../../domain/places/place-law.ts';
import { describeAttributes, type ItemAttributes } from '../../../../domain/transactions/item-attributes.ts';
import type { Notice } from '../../../../tax/model/assessment.ts';
import type { TaxRule } from '../../../../tax/model/rule.ts';
import { asRecord, asText, asTextOrNull, asTexts, type JsonRecord } from '../../files/json-file.ts';
import { sharedDays } from '../../files/rate-windows.ts';
import { type BookRule, bookRule } from '../../rules/category-rules.ts';
import { type Condition, rowAsStated, type StatedRow } from '../../rules/conditions.ts';
import { doubtOf, evidenceOf } from '../../rules/evidence.ts';
import type { Category } from '../../rules/tax-codes.ts';
import type { StateBook } from '../book/state-book.ts';
import { deliveryRules } from './delivery-charges.ts';
import {
  periodsOfCaps,
  readTerms,
  type SecondRate,
  secondRatesOf,
  sourceOf,
  withSecondRate,
  withSingleItemCaps,
} from './rule-terms.ts';
import { withHolidays } from './tax-holidays.ts';

/** A state's rules for an item in one category: holidays first, then the rows in order. */
export function usRules(
  state: StateBook,
  category: Category,
  conditions: ReadonlyMap<string, Condition>,
  attributes: ItemAttributes = {},
): readonly BookRule[] {
  if (category.id === 'shipping' || category.id === 'handling') return deliveryRules(state, category.id);
  const corrected = state.ruleCorrections
    .map((row) => asRecord(row, state.code))
    .filter((row) => row.category === category.id);
  const isStoredValue = category.id === 'stored_value';
  const rows = isStoredValue ? corrected : inOrder(category, corrected, usualRows(state, category));
  const ordinary = rows.flatMap((row) => readRules(state, { category, ...rowAsStated(row, conditions, attributes) }));
  return isStoredValue ? [...ordinary, storedValueRule(state)] : withHolidays(state, category, ordinary);
}

function usualRows(state: StateBook, category: Category): readonly JsonRecord[] {
  const own = rowsOf(state, category);
  return own.length > 0 ? own : rowsNamed(state, 'general', null);
}

/**
 * A corrected rule for the whole state comes after the rules of individual jurisdictions for its category, and before
 * rules for general goods. The corrected rule keeps the local rates of the rule that it replaces.
 */
function inOrder(
  { id }: Category,
  corrected: readonly JsonRecord[],
  usual: readonly JsonRecord[],
): readonly JsonRecord[] {
  const isLocal = ({ places }: JsonRecord) => places !== undefined;
  const isOfCategory = ({ category }: JsonRecord) => category !== 'general' || id === 'general';
  const first = usual.filter((row) => isLocal(row) && isOfCategory(row));
  const others = usual.filter((row) => !first.includes(row));
  const whole = corrected
    .filter((row) => !isLocal(row))
    .flatMap((row) => [...withLocalLimits(row, others.filter(isLocal)), ...withLocalRates(row, usual), row]);
  if (whole.length === 0) return [...corrected, ...usual];
  return [...corrected.filter(isLocal), ...first, ...whole, ...others];
}

/** If the state taxes the whole price, jurisdictions still limit their tax as they do for general goods. */
function withLocalLimits(row: JsonRecord, general: readonly JsonRecord[]): readonly JsonRecord[] {
  const isLimited = ['below', 'above', 'upTo', 'share'].some((name) => row[name] !== undefined);
  if (row.taxable !== 'yes' || isLimited) return [];
  return general.flatMap((one) => onDaysOf(row, { ...one, category: row.category }));
}

function withLocalRates(row: JsonRecord, usual: readonly JsonRecord[]): readonly JsonRecord[] {
  if (row.taxable !== 'reduced' || row.localById !== undefined) return [];
  return usual.flatMap(({ places, localById, ...one }) => {
    if (places !== undefined || localById === undefined) return [];
    return onDaysOf(one, { ...row, localById });
  });
}

/** The rows of the category, or of the category to which it refers (`as`). */
function rowsOf(state: StateBook, category: Category): readonly JsonRecord[] {
  const own =
    category.usFacts.map((name) => rowsNamed(state, name, category.use)).find((rows) => rows.length > 0) ?? [];
  return own.flatMap((row) => {
    const other = asTextOrNull(row.as, state.code);
    return other === null
      ? [row]
      : rowsNamed(state, other, null).flatMap((followed) => onDaysOf(row, { ...followed, source: row.source }));
  });
}

/** The second row, on the days that it shares with the first. */
function onDaysOf(first: JsonRecord, second: JsonRecord): readonly JsonRecord[] {
  const days = sharedDays(first, second);
  return days === null ? [] : [{ ...second, ...days }];
}

function rowsNamed(state: StateBook, name: string, use: Category['use']): readonly JsonRecord[] {
  return state.taxability
    .map((row) => asRecord(row, state.code))
    .filter((row) => row.category === name && (row.use === undefined || row.use === use));
}

type RowOf = StatedRow & { readonly category: Category };

/** The rules for cities with a second rate come first. The second rate applies to retail sales, which exclude meals. */
function readRules(state: StateBook, of: RowOf): readonly BookRule[] {
  const { category, row } = of;
  const isRetail = category.isTangible && !category.usFacts.includes('prepared_food') && row.taxable === 'yes';
  const second = isRetail && row.places === undefined ? secondRatesOf(state) : [];
  const isCapped = category.isTangible && row.taxable !== 'no';
  const periods = (isCapped ? periodsOfCaps(state) : [always]).flatMap((period) => sharedDays(row, period) ?? []);
  return [...second, null].flatMap((rate) =>
    periods.flatMap((period) => {
      const days = rate === null ? period : sharedDays(period, { from: rate.validFrom, to: rate.validThrough });
      return days === null ? [] : [readRule(state, { ...of, rate, days })];
    }),
  );
}

const always = { from: null, to: null };

type OfPeriod = RowOf & {
  readonly rate: SecondRate | null;
  readonly days: { readonly from: string | null; readonly to: string | null };
};

function readRule(state: StateBook, of: OfPeriod): BookRule {
  const { category, row, rate, open, days } = of;
  const where = `${state.code} ${category.id}`;
  const terms = readTerms(state, row, where);
  const taxable = asText(row.taxable, where);
  const plain: TaxRule = {
    id: `US-${state.code}/${category.id}`,
    category: category.id,
    description: describe(state, of) + (rate === null ? '' : describeSecond(rate)),
    treatment:
      taxable === 'yes'
        ? 'TAXABLE'
        : taxable === 'reduced'
          ? 'REDUCED'
          : category.isTangible
            ? 'EXEMPT'
            : 'NOT_TAXABLE',
    terms:
      category.isTangible && taxable !== 'no'
        ? withSingleItemCaps(state, terms, { isFullyTaxed: taxable === 'yes', day: days.from ?? days.to ?? '' })
        : terms,
    validFrom: days.from,
    validThrough: days.to,
    source: sourceOf(state, row).name,
  };
  const rule = rate === null ? plain : withSecondRate(plain, rate);
  const ofRow = row.places === undefined ? null : asTexts(row.places, where);
  const places = rate === null ? ofRow : [rate.city];
  const known = bookRule(rule, noticesOf(state, of), {
    evidence: evidenceFor(state, of),
    places,
    attributes: open?.attributes ?? [],
    readOn: asTextOrNull(row.readOn, where),
  });
  // The rule that general goods are taxed has applied since the tax was introduced.
  return row.category === 'general' ? { ...known, earlyFacts: known.facts } : known;
}

function describeSecond({ upTo, rateAbove, isOnWholePrice }: SecondRate): string {
  const on = isOnWholePrice
    ? `an item that costs more than ${upTo} USD`
    : `the part of an item's price above ${upTo} USD`;
  return `, by the city at ${formatPercent(rateAbove)} on ${on}`;
}

function describe(state: StateBook, { category, row, decidedBy }: RowOf): string {
  const treated = describeTreatment(state, category, row);
  return decidedBy === null ? treated : `${treated}, as the seller stated ${describeAttributes(decidedBy)}`;
}

function describeTreatment(state: StateBook, category: Category, row: JsonRecord): string {
  const what = category.name;
  const below = row.below === undefined ? '' : ` if an item costs ${row.below} USD or more`;
  const above = row.above === undefined ? '' : ` on the part of an item's price above ${row.above} USD`;
  const upTo = row.upTo === undefined ? '' : ` on the first ${row.upTo} USD of an item's price`;
  const share = row.share === undefined ? '' : ` on ${row.share} of the price`;
  switch (row.taxable) {
    case 'no':
      return row.places === undefined
        ? `${what}: not taxed in ${state.name}`
        : `${what}: not taxed in this part of ${state.name}`;
    case 'reduced':
      return `${what}: taxed at a special rate in ${state.name}`;
    default:
      return `${what}: taxed in ${state.name}${below}${above}${upTo}${share}`;
  }
}

function noticesOf(state: StateBook, of: RowOf): readonly Notice[] {
  const { category, row, open } = of;
  if (state.levies === 'NONE' && row.category === 'general') return [];
  const notices: Notice[] = [];
  const what = category.name;
  if (isWithoutFacts(of)) {
    notices.push({
      code: 'CATEGORY_WITHOUT_FACTS',
      pointer: '/taxCode',
      message: `The rate book does not say how ${state.name} taxes ${what.toLowerCase()}; the line was taxed as general goods.`,
    });
  }
  if (open) {
    const names = open.attributes.join(', ');
    const remedy = names === '' ? '' : ` The attributes of the item can decide this: ${names}.`;
    notices.push({
      code: 'CONDITION_UNKNOWN',
      pointer: '/taxCode',
      message: `${what} in ${state.name}: ${open.words}; whether this condition is met cannot be determined from the document.${remedy}`,
    });
  }
  const missing = asTextOrNull(row.notIncluded, what);
  if (missing !== null) {
    notices.push({
      code: 'LOCAL_RATES_INCOMPLETE',
      pointer: '/taxCode',
      message: `${what} in ${state.name}: the tax does not include ${missing}, which may be due as well.`,
    });
  }
  const uncertainty = asTextOrNull(row.uncertain, what) ?? unprovenOf(state, row);
  if (uncertainty !== null) {
    notices.push({
      code: 'FACT_UNCERTAIN',
      pointer: '/taxCode',
      message: `${what} in ${state.name}: the rule is uncertain (${uncertainty}).`,
    });
  }
  return notices;
}

/** Whether the row for general goods is used although states are known to tax the category differently. */
function isWithoutFacts({ category, row }: RowOf): boolean {
  return row.category === 'general' && category.usFacts.length > 0 && !category.usFacts.includes('general');
}

function evidenceFor(state: StateBook, of: RowOf): RuleEvidence {
  if (state.levies !== 'NONE' && isWithoutFacts(of)) return 'NONE';
  if (of.row.category === 'general' && of.category.id !== 'general') return 'STANDARD_RATE';
  return evidenceOf(sourceOf(state, of.row).kind);
}

/**
 * Explains the doubt about a row supported by at most one unofficial source; null for other rows, and for general goods
 * and their fallbacks.
 */
function unprovenOf(state: StateBook, row: JsonRecord): string | null {
  const uncertainty = row.category === 'general' ? null : doubtOf(sourceOf(state, row).kind);
  if (uncertainty === null) return null;
  const claim = { yes: 'taxed', no: 'exempt', reduced: 'taxed at a special rate' }[asText(row.taxable, state.code)];
  return `whether it is ${claim}: ${uncertainty}`;
}

function storedValueRule(state: StateBook): BookRule {
  return bookRule(
    {
      id: `US-${state.code}/stored_value`,
      category: 'stored_value',
      description: 'Gift cards and other stored value: taxed when spent, not when sold',
      treatment: 'NOT_TAXABLE',
      terms: [],
      validFrom: null,
      validThrough: null,
      source: 'Streamlined Sales and Use Tax Agreement, and the corresponding rules of other states',
    },
    [],
    { evidence: state.facts.streamlined ? 'LAW' : 'STANDARD_RATE' },
  );
}
