import type { Notice } from '../../../../tax/model/assessment.ts';
import { localLevels } from '../../../../tax/model/place.ts';
import type { RuleTerm, TaxRule } from '../../../../tax/model/rule.ts';
import { decimal } from '../../../../tax/numbers/decimal.ts';
import { asFlag, asRecord, asText, asTextOrNull, type JsonRecord } from '../../files/json-file.ts';
import { type BookRule, bookRule } from '../../rules/category-rules.ts';
import { evidenceOf } from '../../rules/evidence.ts';
import type { Category } from '../../rules/tax-codes.ts';
import { type StateBook, sourceAt } from '../book/state-book.ts';
import { readLevels } from './rule-terms.ts';

/** Adds the state's tax holidays for the category before its ordinary rules. Each holiday applies only on its days. */
export function withHolidays(state: StateBook, category: Category, ordinary: readonly BookRule[]): readonly BookRule[] {
  const holidays = state.holidays
    .map((row) => asRecord(row, state.code))
    .filter((row) => isHolidayOf(asText(row.category, state.code), category))
    .flatMap((row) => ordinary.flatMap((rule) => holidayRule(state, row, rule)));
  return holidays.length === 0 ? ordinary : [...holidays, ...ordinary];
}

/** A holiday for general goods (Massachusetts) covers all goods except meals and motor vehicles. */
function isHolidayOf(holiday: string, category: Category): boolean {
  if (holiday === 'general')
    return category.isTangible && !category.usFacts.includes('prepared_food') && category.id !== 'motor_vehicles';
  return holiday === category.id || category.usFacts.includes(holiday);
}

function holidayRule(state: StateBook, row: JsonRecord, ordinary: BookRule): readonly BookRule[] {
  const { rule } = ordinary.facts;
  const validFrom = later(rule.validFrom, asText(row.from, state.code));
  const validThrough = earlier(rule.validThrough, asText(row.to, state.code));
  if (rule.terms.length === 0 || validFrom > validThrough) return [];
  const cap = asTextOrNull(row.cap, state.code);
  const name = asText(row.name, state.code);
  const source = sourceAt(state.sources, row.source);
  const holiday: TaxRule = {
    id: `${rule.id}/${name}-${validFrom.slice(0, 4)}`,
    category: rule.category,
    description: `Tax holiday of ${state.name} (${name.replaceAll('_', ' ')}), ${validFrom} to ${validThrough}${cap === null ? '' : `, up to ${cap} USD per item`}`,
    treatment: 'HOLIDAY',
    terms: row.relieves === undefined ? [] : termsLeft(rule.terms, readLevels(row.relieves, state.code)),
    ...(cap === null
      ? {}
      : { aboveCap: { capAmount: decimal(cap), isCapIncluded: asFlag(row.capIncluded, state.code), rule } }),
    validFrom,
    validThrough,
    source: source.name,
  };
  const uncertainty = asTextOrNull(row.uncertain, state.code);
  const uncertain: readonly Notice[] =
    uncertainty === null
      ? []
      : [
          {
            code: 'FACT_UNCERTAIN',
            pointer: '/taxCode',
            message: `The tax holiday in ${state.name} is uncertain: ${uncertainty}.`,
          },
        ];
  return [
    bookRule(holiday, [...ordinary.facts.notices, ...uncertain], {
      evidence: evidenceOf(source.kind),
      places: ordinary.places,
      attributes: ordinary.facts.attributes,
      readOn: asTextOrNull(row.readOn, state.code),
    }),
  ];
}

/** The ordinary terms at the local levels that the holiday does not exempt. */
function termsLeft(terms: readonly RuleTerm[], relieved: readonly string[]): readonly RuleTerm[] {
  return terms.flatMap((term) => {
    const levels = localLevels.filter((level) => term.levels.includes(level) && !relieved.includes(level));
    return levels.length === 0 ? [] : [{ ...term, levels }];
  });
}

function later(left: string | null, right: string): string {
  return left !== null && left > right ? left : right;
}

function earlier(left: string | null, right: string): string {
  return left !== null && left < right ? left : right;
}
