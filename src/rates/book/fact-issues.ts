import type { FactCorrection, RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { Books } from './books.ts';
import type { Steps } from './files/steps.ts';
import { countryIn } from './global/country-book.ts';
import { globalRules } from './global/taxability.ts';
import { unfit } from './layers/imported-words.ts';
import type { RateLayerIssue } from './layers/rate-layer-error.ts';
import type { BookRule } from './rules/category-rules.ts';
import type { Category } from './rules/tax-codes.ts';
import { usRules } from './us/rules/taxability.ts';

/**
 * The corrected rules, holidays and caps that cannot be applied. Bundled rows are not checked; they are read on first
 * use.
 */
export function factIssues(books: Books, layers: readonly RateLayer[]): RateLayerIssue[] {
  return layers.flatMap((layer) => {
    if (layer.kind !== 'CORRECTIONS') return [];
    const { layerId, rows, facts = [] } = layer;
    return facts.flatMap((fact, index) => {
      const message = factIssue(books, fact);
      return message === null ? [] : [{ layerId, row: rows.length + index, message }];
    });
  });
}

/** Reads the rules of all places. Throws for an unreadable rule. */
export function* readEveryRule({ us, global, taxCodes: { categories, conditions } }: Books): Steps<void> {
  for (const state of us.states.values()) {
    for (const category of categories.values()) {
      usRules(state, category, conditions);
      yield;
    }
  }
  for (const country of global.countries.values()) {
    const regions = [...global.regions.values()].filter((region) => region.country === country.alpha2);
    const book = { ...global, categoryRates: global.categoryRates.filter((row) => row.country === country.alpha2) };
    for (const region of [null, ...regions]) {
      for (const category of categories.values()) {
        globalRules(book, { country, region }, category);
        yield;
      }
    }
  }
}

/**
 * The reason why a fact cannot be applied to the books: its category or a jurisdiction is missing, or the fact is
 * unreadable. Null if it can be applied.
 */
export function factIssue(books: Books, fact: FactCorrection): string | null {
  const unknown = unknownName(books, fact);
  if (unknown !== null) return unknown;
  try {
    for (const category of books.taxCodes.categories.values()) {
      if (isConcernedBy(fact, category)) rulesAt(books, fact, category);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A later book may lack the category or a jurisdiction of the fact. */
function unknownName({ us, taxCodes }: Books, fact: FactCorrection): string | null {
  const { part, country, subdivision, row } = fact;
  const isOfCategory = part === 'RULE' || part === 'HOLIDAY';
  if (isOfCategory && ![...taxCodes.categories.values()].some((category) => isConcernedBy(fact, category)))
    return unfit.subject(row.category ?? row.fee);
  const state = country === 'US' ? us.states.get(subdivision ?? '') : undefined;
  const ids = [row.places ?? [], row.city ?? [], Object.keys(row.localById ?? {})].flat();
  const unknown = ids.filter((id) => state?.jurisdictions.has(String(id)) === false);
  return unknown.length === 0 ? null : unfit.jurisdictions(unknown);
}

/** Whether the fact may affect the category. */
export function isConcernedBy(fact: Pick<FactCorrection, 'part' | 'row'>, category: Category): boolean {
  const { id, usFacts, globalFacts } = category;
  const { category: own = fact.row.fee } = fact.row;
  return fact.part === 'CAP' ? id === 'general' : [id, ...usFacts, ...globalFacts].some((name) => name === own);
}

/** The rules in the books for the category and place of a fact. */
function rulesAt(books: Books, { country, subdivision }: FactCorrection, category: Category): readonly BookRule[] {
  const state = country === 'US' ? books.us.states.get(subdivision ?? '') : undefined;
  if (state) return usRules(state, category, books.taxCodes.conditions);
  const abroad = country === 'US' ? null : countryIn(books.global, country);
  const region = books.global.regions.get(subdivision ?? '') ?? null;
  return abroad ? globalRules(books.global, { country: abroad, region }, category) : [];
}

/** The rules for the fact's category or, for delivery, for its fee type. */
export function rulesOfFact(books: Books, fact: FactCorrection): readonly BookRule[] {
  const name = String(fact.row.category ?? fact.row.fee);
  const all = [...books.taxCodes.categories.values()];
  const category = all.find(({ id }) => id === name) ?? all.find(({ globalFacts }) => globalFacts.includes(name));
  return category ? rulesAt(books, fact, category) : [];
}
