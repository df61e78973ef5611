import { addDays } from '../../../../domain/base/calendar.ts';
import { type JurisdictionLevel, localLevels, usLevels } from '../../../../tax/model/place.ts';
import type { BasisRule, RateRule, RuleTerm, TaxRule } from '../../../../tax/model/rule.ts';
import { type Decimal, decimal } from '../../../../tax/numbers/decimal.ts';
import { asOneOf, asRecord, asText, asTextOrNull, asTexts, type JsonRecord } from '../../files/json-file.ts';
import { sharedDays } from '../../files/rate-windows.ts';
import type { Source } from '../../files/source.ts';
import { type StateBook, sourceAt } from '../book/state-book.ts';

const full: BasisRule = { kind: 'full' };

/** The terms of a taxability row: the taxing jurisdictions, their rates, and the taxed part of the price. */
export function readTerms(state: StateBook, row: JsonRecord, where: string): readonly RuleTerm[] {
  switch (asOneOf(['yes', 'no', 'reduced'], row.taxable, where)) {
    case 'no':
      return [];
    case 'yes':
      return fullRateTerms(row, where);
    case 'reduced':
      return reducedTerms(state, row, where);
  }
}

function fullRateTerms(row: JsonRecord, where: string): readonly RuleTerm[] {
  const basis = readBasis(row, where);
  const relieved = row.belowLevels === undefined ? usLevels : readLevels(row.belowLevels, where);
  const others = usLevels.filter((level) => !relieved.includes(level));
  const terms: RuleTerm[] = [{ levels: relieved, rate: { kind: 'general' }, basis }];
  if (others.length > 0) terms.push({ levels: others, rate: { kind: 'general' }, basis: full });
  return [...terms, ...surchargeTerms(row, where)];
}

/** The state's surcharge on the whole price of an expensive item (Connecticut). */
function surchargeTerms(row: JsonRecord, where: string): readonly RuleTerm[] {
  if (row.surcharge === undefined) return [];
  const { from, rate } = asRecord(row.surcharge, where);
  const basis: BasisRule = { kind: 'exempt-below', amount: decimal(asText(from, where)) };
  return [{ levels: ['STATE'], rate: { kind: 'percentage', rate: decimal(asText(rate, where)) }, basis }];
}

function readBasis(row: JsonRecord, where: string): BasisRule {
  const below = asTextOrNull(row.below, where);
  if (below !== null) return { kind: 'exempt-below', amount: decimal(below) };
  const above = asTextOrNull(row.above, where);
  if (above !== null) return { kind: 'excess-above', amount: decimal(above) };
  const upTo = asTextOrNull(row.upTo, where);
  if (upTo !== null) return { kind: 'up-to', amount: decimal(upTo) };
  const share = asTextOrNull(row.share, where);
  return share === null ? full : { kind: 'share', share: decimal(share) };
}

function reducedTerms(state: StateBook, row: JsonRecord, where: string): readonly RuleTerm[] {
  const together = asTextOrNull(row.together, where);
  if (together !== null)
    return [{ levels: usLevels, rate: { kind: 'together', rate: decimal(together) }, basis: full }];
  const basis = readBasis(row, where);
  const terms: RuleTerm[] = [{ levels: ['STATE'], rate: readRate(asText(row.stateRate, where)), basis }];
  const local = row.local === undefined ? {} : asRecord(row.local, where);
  const special = row.localById === undefined ? {} : asRecord(row.localById, where);
  for (const level of localLevels) {
    const given = asTextOrNull(local[level], where);
    const apart = Object.keys(special).filter((id) => state.jurisdictions.get(id)?.jurisdiction.level === level);
    if (given !== null) {
      const others = idsOfLevel(state, level).filter((id) => !apart.includes(id));
      terms.push({
        levels: [level],
        ...(apart.length === 0 ? {} : { jurisdictionIds: others }),
        rate: readRate(given),
        basis: full,
      });
    }
    for (const id of apart) {
      terms.push({ levels: [level], jurisdictionIds: [id], rate: readRate(asText(special[id], where)), basis: full });
    }
  }
  return terms;
}

function readRate(text: string): RateRule {
  if (text === 'general') return { kind: 'general' };
  const rate = decimal(text);
  return rate.isZero() ? { kind: 'none' } : { kind: 'percentage', rate };
}

function idsOfLevel(state: StateBook, level: JurisdictionLevel): readonly string[] {
  return [...state.jurisdictions.values()]
    .filter(({ jurisdiction }) => jurisdiction.level === level)
    .map(({ jurisdiction }) => jurisdiction.id);
}

/**
 * Florida and Tennessee limit local tax to part of the price of an expensive item. Tennessee adds a second state rate
 * on the next part.
 */
export function withSingleItemCaps(
  state: StateBook,
  terms: readonly RuleTerm[],
  { isFullyTaxed, day }: { readonly isFullyTaxed: boolean; readonly day: string },
): readonly RuleTerm[] {
  let capped = terms;
  for (const cap of stateCaps(state)) {
    if (sharedDays(cap, { from: day, to: day }) === null) continue;
    const levels = readLevels(cap.levels, state.code);
    const upTo = decimal(asText(cap.upTo, state.code));
    const over = asTextOrNull(cap.over, state.code);
    if (over === null) {
      capped = capped.flatMap((term) => capTerm(term, levels, { kind: 'up-to', amount: upTo }));
    } else if (isFullyTaxed) {
      const rate = decimal(asText(cap.rate, state.code));
      const source = sourceOf(state, cap).name;
      const basis: BasisRule = { kind: 'between', fromAmount: decimal(over), toAmount: upTo, source };
      capped = [...capped, { levels, rate: { kind: 'percentage', rate }, basis }];
    }
  }
  return capped;
}

function stateCaps(state: StateBook): readonly JsonRecord[] {
  return state.singleItemCaps.map((value) => asRecord(value, state.code)).filter(({ city }) => city === undefined);
}

/** The periods during which a state's caps do not change. Null means an open start or end. */
export function periodsOfCaps(
  state: StateBook,
): readonly { readonly from: string | null; readonly to: string | null }[] {
  const caps = stateCaps(state);
  const starts = caps.flatMap(({ from, to }) => [
    ...(typeof from === 'string' ? [from] : []),
    ...(typeof to === 'string' ? [addDays(to, 1)] : []),
  ]);
  const days = [null, ...[...new Set(starts)].sort()];
  return days.map((from, index) => ({
    from,
    to: days[index + 1] === undefined ? null : addDays(days[index + 1]!, -1),
  }));
}

/**
 * A city's second rate for expensive items: on the part of the price above an amount (Phoenix), or on the whole price
 * (Goodyear).
 */
export type SecondRate = {
  readonly city: string;
  readonly upTo: Decimal;
  readonly rateAbove: Decimal;
  readonly isOnWholePrice: boolean;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
};

export function secondRatesOf(state: StateBook): readonly SecondRate[] {
  return state.singleItemCaps.flatMap((value): SecondRate[] => {
    const row = asRecord(value, state.code);
    const city = asTextOrNull(row.city, state.code);
    if (city === null) return [];
    const amountOf = (name: string) => decimal(asText(row[name], city));
    return [
      {
        city,
        upTo: amountOf('upTo'),
        rateAbove: amountOf('rateAbove'),
        isOnWholePrice: row.on === 'WHOLE_PRICE',
        validFrom: asTextOrNull(row.from, city),
        validThrough: asTextOrNull(row.to, city),
        source: sourceOf(state, row).name,
      },
    ];
  });
}

export function withSecondRate(rule: TaxRule, second: SecondRate): TaxRule {
  const { upTo, rateAbove, isOnWholePrice, source } = second;
  if (!isOnWholePrice) return { ...rule, terms: withRateAbove(rule.terms, second) };
  const rate: RateRule = { kind: 'percentage', rate: rateAbove };
  const terms = rule.terms.flatMap((term) => splitTerm(term, ['CITY'], { rate }));
  return { ...rule, aboveCap: { capAmount: upTo, isCapIncluded: true, rule: { ...rule, terms, source } } };
}

function withRateAbove(terms: readonly RuleTerm[], { upTo, rateAbove, source }: SecondRate): readonly RuleTerm[] {
  const inCity = terms.flatMap((term) => capTerm(term, ['CITY'], { kind: 'up-to', amount: upTo }));
  const basis: BasisRule = { kind: 'between', fromAmount: upTo, toAmount: null, source };
  return [...inCity, { levels: ['CITY'], rate: { kind: 'percentage', rate: rateAbove }, basis }];
}

function capTerm(term: RuleTerm, capped: readonly JurisdictionLevel[], basis: BasisRule): readonly RuleTerm[] {
  return term.basis.kind === 'full' ? splitTerm(term, capped, { basis }) : [term];
}

/** Splits the term so that only these levels change. */
function splitTerm(
  term: RuleTerm,
  changed: readonly JurisdictionLevel[],
  change: Partial<RuleTerm>,
): readonly RuleTerm[] {
  const inside = term.levels.filter((level) => changed.includes(level));
  const outside = term.levels.filter((level) => !changed.includes(level));
  return [
    ...(outside.length === 0 ? [] : [{ ...term, levels: outside }]),
    ...(inside.length === 0 ? [] : [{ ...term, levels: inside, ...change }]),
  ];
}

export function readLevels(value: unknown, where: string): readonly JurisdictionLevel[] {
  return asTexts(value, where).map((level) => asOneOf(usLevels, level, where));
}

export const sourceOf = ({ sources }: StateBook, row: JsonRecord): Source => sourceAt(sources, row.source);
