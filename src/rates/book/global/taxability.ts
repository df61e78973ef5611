import { addDays } from '../../../domain/base/calendar.ts';
import { formatPercent } from '../../../domain/descriptions/format.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { JurisdictionLevel } from '../../../tax/model/place.ts';
import type { BasisRule, RateRule, RuleTerm, TaxRule } from '../../../tax/model/rule.ts';
import { type Decimal, decimal } from '../../../tax/numbers/decimal.ts';
import { asOneOf, asRecord, asText, asTextOrNull, type JsonRecord } from '../files/json-file.ts';
import { isInForce, sharedDays } from '../files/rate-windows.ts';
import { asSource } from '../files/source.ts';
import { type BookRule, bookRule } from '../rules/category-rules.ts';
import { doubtOf, evidenceOf } from '../rules/evidence.ts';
import type { Category } from '../rules/tax-codes.ts';
import type { Country, GlobalBook, Region } from './country-book.ts';

const full: BasisRule = { kind: 'full' };
const levels = ['COUNTRY', 'REGION'] as const satisfies readonly JurisdictionLevel[];

/** The rules of a country or one of its regions for one category, in order of precedence. */
export function globalRules(
  book: GlobalBook,
  at: { readonly country: Country; readonly region: Region | null },
  category: Category,
): readonly BookRule[] {
  if (category.globalFacts.includes(delivery)) return deliveryRules(book, at, category);
  const rulesFor = (rows: readonly JsonRecord[]) => rows.map((row) => readRule(at, category, row));
  const { regional, national } = correctionsOf(book, at, category);
  const besides = (usual: readonly JsonRecord[]) => national.flatMap((row) => besideTaxOfRegion(at, row, usual));
  if (category.id === 'stored_value')
    return [...rulesFor([...regional, ...besides([notTaxed]), ...national]), storedValueRule(at.country)];
  const usual = rowsOf(book, at, namesOf(category));
  const ofRegion = national.length === 0 ? [] : usual.filter(({ region }) => region !== undefined);
  const both = besides(usual.length > 0 ? usual : rowsOf(book, at, category.globalStandIns));
  return [...rulesFor([...regional, ...both, ...ofRegion, ...national]), ...usualRules(book, at, category, usual)];
}

/**
 * Corrections for the region and for its country. National corrections do not apply where regional rates replace
 * national rates.
 */
function correctionsOf(book: GlobalBook, { country, region }: At, { id }: Category) {
  const rows = book.ruleCorrections.filter((row) => row.country === country.alpha2 && row.category === id);
  return {
    regional: rows.filter((row) => row.region !== undefined && row.region === region?.id),
    national: region?.kind === 'replaces' ? [] : rows.filter((row) => row.region === undefined),
  };
}

const notTaxed: JsonRecord = { treatment: 'NOT_TAXABLE' };

/**
 * A national correction where the region levies a second tax. The second tax keeps its rates: its dated rows, or else
 * the standard rate.
 */
function besideTaxOfRegion({ region }: At, row: JsonRecord, usual: readonly JsonRecord[]): readonly JsonRecord[] {
  if (region?.kind !== 'beside' || row.only !== undefined) return [];
  return [...usual, { rate: 'general' }].flatMap((own: JsonRecord) => {
    const days = sharedDays(row, own);
    const { rate: ofCountry, treatment: _treatment, ...others } = row;
    const ofOwn = own.only === undefined ? own.rate : asRecord(own.only, region.id).REGION;
    const only = {
      ...(ofCountry !== undefined && { COUNTRY: ofCountry }),
      ...(ofOwn !== undefined && { REGION: ofOwn }),
    };
    if (days === null) return [];
    return [{ ...(ofCountry === ofOwn && row.above === undefined ? row : { ...others, only }), ...days }];
  });
}

function usualRules(book: GlobalBook, at: At, category: Category, rows: readonly JsonRecord[]): readonly BookRule[] {
  const notices = standardNotices(at, category);
  const rules = rows.map((row) => readRule(at, category, row));
  if (rows.length > 0) return [...rules, ...assumedRules(at, category, rows), standardRule(at, category, notices)];
  const listed = standardRatedRule(book, at, category);
  if (listed !== null) return [listed];
  const standIns = rowsOf(book, at, category.globalStandIns).map((row) => readRule(at, category, row));
  return [...standIns.map((rule) => standInRule(at, category, rule)), standardRule(at, category, notices)];
}

/** Before the first dated row, the standard rate is used, with a notice. */
function assumedRules({ country, region }: At, category: Category, rows: readonly JsonRecord[]): readonly BookRule[] {
  const starts = rows.map(({ from }) => asTextOrNull(from, country.alpha2));
  const [start = null] = starts.toSorted();
  if (start === null || starts.includes(null) || country.taxation !== 'TAXED' || region?.kind === 'outside') return [];
  const message = `The rate book does not say how ${region?.name ?? country.name} taxes ${category.name.toLowerCase()} before ${start}; the standard rate was used.`;
  const notice: Notice = { code: 'CATEGORY_WITHOUT_FACTS', pointer: '/taxCode', message };
  const standard = standardRule({ country, region }, category, [notice]);
  const { rule } = standard.facts;
  const assumed = { description: `${rule.description}, assumed before ${start}`, validThrough: addDays(start, -1) };
  const facts = { ...standard.facts, rule: { ...rule, ...assumed } };
  return [{ ...standard, facts, earlyFacts: facts, isAssumed: true }];
}

function namesOf({ globalFacts, id, isTangible }: Category): readonly string[] {
  return isTangible ? [...globalFacts, id, 'goods'] : [...globalFacts, id];
}

/** The categories whose rows can determine the rules of a category. */
export function decidingNames(category: Category): readonly string[] {
  return [...namesOf(category), ...category.globalStandIns];
}

/** The rule of a similar category, with a notice. */
function standInRule({ country, region }: At, category: Category, { facts }: BookRule): BookRule {
  const message = `The rate book does not say how ${region?.name ?? country.name} taxes ${category.name.toLowerCase()}; the rate of a similar category was used.`;
  const notices: Notice[] = [...facts.notices, { code: 'CATEGORY_WITHOUT_FACTS', pointer: '/taxCode', message }];
  return bookRule(facts.rule, notices, { evidence: 'NONE' });
}

type At = { readonly country: Country; readonly region: Region | null };

/**
 * Rows of the region take precedence over rows of the country. If the region's rate replaces the country's, only the
 * region's rows apply.
 */
function rowsOf(book: GlobalBook, { country, region }: At, names: readonly string[]): readonly JsonRecord[] {
  const ofCountry = book.categoryRates.filter((row) => row.country === country.alpha2);
  const regional = ofCountry.filter((row) => row.region !== undefined && row.region === region?.id);
  const national = region?.kind === 'replaces' ? [] : ofCountry.filter((row) => row.region === undefined);
  for (const name of names) {
    const rows = [...regional, ...national].filter((row) => row.category === name);
    if (rows.length > 0) return rows;
  }
  return [];
}

function readRule(at: At, category: Category, row: JsonRecord): BookRule {
  const where = `${at.country.alpha2} ${category.id}`;
  const treatment = row.treatment === undefined ? null : asOneOf(['NOT_TAXABLE'], row.treatment, where);
  const rate = asTextOrNull(row.rate, where);
  const source = asSource(row.source, where);
  const terms = treatment === null ? readTerms(at, row, where) : [];
  const rule: TaxRule = {
    id: `${at.region?.id ?? at.country.alpha2}/${category.id}`,
    category: category.id,
    description:
      treatment === null ? describe(at, category, rate) : `${category.name}: not taxed in ${at.country.name}`,
    treatment: treatment ?? treatmentOf(at, terms, asTextOrNull(row.to, where)),
    terms,
    validFrom: asTextOrNull(row.from, where),
    validThrough: asTextOrNull(row.to, where),
    source: source.name,
  };
  const readOn = asTextOrNull(row.readOn, where);
  return bookRule(rule, rowNotices(at, category, row), { evidence: evidenceOf(source.kind), readOn });
}

const delivery = 'delivery';

/**
 * Delivery rules under the law of the country, including its regions: taxed at the rates of the goods, or at the
 * standard rate.
 */
function deliveryRules(book: GlobalBook, at: At, category: Category): readonly BookRule[] {
  const { country, region } = at;
  const isOfCountry = (one: JsonRecord) => one.country === country.alpha2 && one.category === delivery;
  const usual = book.categoryRates.filter(isOfCountry);
  const rules = [...book.ruleCorrections.filter(isOfCountry), ...usual].map((row) => deliveryRule(at, category, row));
  if (usual.length > 0) return rules;
  const { facts, ...standard } = standardRule(at, category, []);
  const isTaxed = country.taxation === 'TAXED' && region?.kind !== 'outside';
  const unknown = { ...facts, noticesIfMixed: isTaxed ? [unknownDeliveryNotice(country)] : [] };
  return [...rules, { ...standard, facts: unknown, earlyFacts: unknown }];
}

function deliveryRule(at: At, category: Category, row: JsonRecord): BookRule {
  const { country } = at;
  const { facts, ...standard } = standardRule(at, category, []);
  const source = asSource(row.source, country.alpha2);
  const isLikeGoods = row.follows !== undefined && asOneOf(['GOODS'], row.follows, country.alpha2) === 'GOODS';
  const known = {
    ...facts,
    rule: {
      ...facts.rule,
      ...(isLikeGoods && { description: `${category.name}: at the rates of the goods in ${country.name}` }),
      validFrom: asTextOrNull(row.from, country.alpha2),
      validThrough: asTextOrNull(row.to, country.alpha2),
      source: source.name,
    },
    followsGoods: isLikeGoods ? ('AT_THEIR_RATES' as const) : null,
    evidence: evidenceOf(source.kind),
  };
  return { ...standard, facts: known, earlyFacts: known, readOn: asTextOrNull(row.readOn, country.alpha2) };
}

function unknownDeliveryNotice({ name }: Country): Notice {
  const message = `The rate book does not say whether ${name} taxes delivery at the rate of the goods; the standard rate was used.`;
  return { code: 'SHIPPING_AT_STANDARD_RATE', pointer: '/taxCode', message };
}

function readTerms({ region }: At, row: JsonRecord, where: string): readonly RuleTerm[] {
  const rate = asTextOrNull(row.rate, where);
  if (rate === 'general') return [{ levels, rate: { kind: 'general' }, basis: full }];
  if (rate !== null) {
    // If the country and region split one rate, a reduced rate is the total of both parts.
    const kind = region?.kind === 'halved' ? 'together' : 'percentage';
    const ofRate = (part: Decimal): RateRule => ({ kind, rate: part });
    return [{ levels, rate: ofRate(decimal(rate)), basis: full }, ...aboveTerms(row, decimal(rate), ofRate, where)];
  }
  const only = asRecord(row.only, where);
  const ofLevels = levels.flatMap((level): readonly RuleTerm[] => {
    const given = asTextOrNull(only[level], where);
    return given === null ? [] : [{ levels: [level], rate: readRate(given), basis: full }];
  });
  if (row.above === undefined) return ofLevels;
  // The price limit affects only the country's tax: a second tax levied by the region keeps its rate.
  const above = aboveTerms(row, decimal(asText(only.COUNTRY, where)), percentage, where);
  return [...ofLevels, ...above.map((term) => ({ ...term, levels: ['COUNTRY'] as const }))];
}

const percentage = (rate: Decimal): RateRule => ({ kind: 'percentage', rate });

/** If unit prices above an amount are taxed at a higher rate on the whole price, the difference is a separate term. */
function aboveTerms(
  row: JsonRecord,
  rate: Decimal,
  ofRate: (part: Decimal) => RateRule,
  where: string,
): readonly RuleTerm[] {
  if (row.above === undefined) return [];
  const above = asRecord(row.above, where);
  const firstAbove = decimal(asText(above.amount, where)).plus(decimal('0.01'));
  const more = decimal(asText(above.rate, where)).minus(rate);
  return [{ levels, rate: ofRate(more), basis: { kind: 'exempt-below', amount: firstAbove } }];
}

function readRate(text: string): RateRule {
  return text === 'general' ? { kind: 'general' } : { kind: 'percentage', rate: decimal(text) };
}

/**
 * Zero-rated if every rate is zero. A rate that equals the standard rate on the last day of the rule is not a reduced
 * rate.
 */
function treatmentOf(
  { country, region }: At,
  terms: readonly RuleTerm[],
  lastDay: string | null,
): TaxRule['treatment'] {
  const { windows } = region?.kind === 'single' || region?.kind === 'replaces' ? region : country;
  const inForce = windows.findLast(({ rate }) => lastDay === null || isInForce(rate, lastDay)) ?? windows[0];
  const standard = inForce?.rate.rate;
  const isAll = (test: (rate: Decimal) => boolean) =>
    terms.every(({ rate }) => rate.kind === 'percentage' && test(rate.rate));
  if (terms.every(({ rate }) => rate.kind === 'general')) return 'TAXABLE';
  if (isAll((rate) => rate.isZero())) return 'ZERO_RATED';
  return standard !== undefined && isAll((rate) => rate.eq(standard)) ? 'TAXABLE' : 'REDUCED';
}

/**
 * The rule for a category that the country's list taxes at the standard rate. The list does not apply in regions with
 * their own tax.
 */
function standardRatedRule(book: GlobalBook, at: At, category: Category): BookRule | null {
  const { country, region } = at;
  if (region?.kind === 'replaces' || region?.kind === 'beside') return null;
  const row = book.standardRated.find((one) => one.country === country.alpha2 && one.categories.has(category.id));
  if (!row) return null;
  const { facts, ...standard } = standardRule(at, category, []);
  const known = { ...facts, rule: { ...facts.rule, source: row.source.name }, evidence: evidenceOf(row.source.kind) };
  return { ...standard, facts: known, earlyFacts: known, readOn: row.readOn };
}

function standardRule({ country, region }: At, category: Category, notices: readonly Notice[]): BookRule {
  const rate = country.windows.at(-1);
  const rule: TaxRule = {
    id: `${region?.id ?? country.alpha2}/${category.id}`,
    category: category.id,
    description: `${category.name}: standard rate of ${region?.name ?? country.name}`,
    treatment: 'TAXABLE',
    terms: [{ levels, rate: { kind: 'general' }, basis: full }],
    validFrom: null,
    validThrough: null,
    source: rate?.rate.source ?? 'the standard rate of the country',
  };
  // The standard rate has its own start dates at the place; the rule itself is as old as the tax.
  const ofRate = category.id === 'general' && rate ? evidenceOf(rate.sourceKind) : 'STANDARD_RATE';
  const { facts } = bookRule(rule, notices, { evidence: notices.length > 0 ? 'NONE' : ofRate });
  return { facts, earlyFacts: facts, places: null, readOn: null };
}

function standardNotices({ country, region }: At, category: Category): readonly Notice[] {
  if (country.taxation !== 'TAXED' || region?.kind === 'outside') return [];
  if (category.globalFacts.length === 0 || category.globalFacts.includes('standard')) return [];
  return [
    {
      code: 'CATEGORY_WITHOUT_FACTS',
      pointer: '/taxCode',
      message: `The rate book does not say how ${region?.name ?? country.name} taxes ${category.name.toLowerCase()}; the standard rate was used.`,
    },
  ];
}

function rowNotices(at: At, category: Category, row: JsonRecord): readonly Notice[] {
  const name = `${category.name} in ${at.region?.name ?? at.country.name}`;
  const notices: Notice[] = [];
  const split = asTextOrNull(row.split, name);
  const uncertainty = asTextOrNull(row.uncertainty, name) ?? doubtOf(asSource(row.source, name).kind);
  if (split !== null) notices.push({ code: 'CATEGORY_IS_BROAD', pointer: '/taxCode', message: `${name}: ${split}.` });
  const alsoDue = asTextOrNull(row.alsoDue, name);
  if (alsoDue !== null)
    notices.push({ code: 'CHARGE_NOT_INCLUDED', pointer: '/taxCode', message: `${name}: ${alsoDue}.` });
  if (uncertainty !== null)
    notices.push({
      code: 'FACT_UNCERTAIN',
      pointer: '/taxCode',
      message: `${name}: it is uncertain whether the rule applies, because ${uncertainty}.`,
    });
  return notices;
}

function describe({ country, region }: At, category: Category, rate: string | null): string {
  const place = region?.name ?? country.name;
  if (rate === 'general') return `${category.name}: taxed like most goods and services in ${place}`;
  const own = rate === null ? 'rates of its own' : rate === '0' ? 'zero rate' : `rate ${formatPercent(decimal(rate))}`;
  return `${category.name}: ${own} in ${place}`;
}

function storedValueRule(country: Country): BookRule {
  return bookRule(
    {
      id: `${country.alpha2}/stored_value`,
      category: 'stored_value',
      description: 'Gift cards and other stored value: taxed when spent, not when sold',
      treatment: 'NOT_TAXABLE',
      terms: [],
      validFrom: null,
      validThrough: null,
      source: 'Directive 2006/112/EC, art. 30b, and corresponding rules elsewhere (multi-purpose vouchers)',
    },
    [],
    { evidence: country.facts.isInEu ? 'LAW' : 'STANDARD_RATE' },
  );
}
