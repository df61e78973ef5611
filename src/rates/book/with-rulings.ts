import { createHash } from 'node:crypto';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { FactCorrection } from '../../domain/rate-book/rate-layer.ts';
import { type Ruling, versionWithRulings } from '../../domain/rate-book/ruling.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Books } from './books.ts';
import { factIssue, isConcernedBy } from './fact-issues.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { isInForce } from './files/rate-windows.ts';
import { unfit } from './layers/imported-words.ts';
import { generalCategory, makeRuleFor } from './rule-finder.ts';
import { daysOf, makeRuledChanges } from './ruled-changes.ts';
import { type Category, findTaxCode } from './rules/tax-codes.ts';
import { readDeliveryRules } from './us/book/delivery-rules.ts';

/**
 * The rate book of one tenant: the shared book, with different rules and changes where the tenant's rulings apply. All
 * other lookups, and the rules for other lines, come from the shared book, which does not depend on rulings.
 */
export function withRulings(
  book: ReferenceData,
  books: Books,
  { revision, rulings }: { readonly revision: number; readonly rulings: readonly Ruling[] },
): ReferenceData {
  if (rulings.length === 0) return book;
  const misfits = new Map<number, string>();
  for (const one of rulings) {
    const reason = misfitOf(books, one);
    if (reason !== null) misfits.set(one.number, reason);
  }
  const fitting = rulings
    .filter(({ number }) => !misfits.has(number))
    .map(({ fact }) => ({ fact, codes: codesOf(books, fact) }));
  // A planned change does not affect a line covered by a ruling.
  const ruledBy = (those: readonly { readonly fact: FactCorrection }[]) => {
    const ruled = those.reduce<Books>((under, { fact }) => withRule(under, fact), { ...books, planned: new Map() });
    return { books: ruled, ruleFor: makeRuleFor(ruled) };
  };
  const ofCategories = fitting.filter(({ fact }) => fact.taxCode === undefined);
  const general = ruledBy(ofCategories);
  // A ruling for a code takes precedence over a ruling for its category.
  const ofCodes = new Map(
    [...new Set(fitting.flatMap(({ fact }) => fact.taxCode ?? []))].map((code) => [
      code,
      ruledBy([...ofCategories, ...fitting.filter(({ fact }) => fact.taxCode === code)]),
    ]),
  );
  const rulingsOf = ({ place, taxDate, category, code }: RuledLine) =>
    fitting.filter(
      ({ fact: { country, subdivision, taxCode, row } }) =>
        country === place.country &&
        (subdivision === null || subdivision === place.subdivision) &&
        (taxCode === undefined || taxCode === code) &&
        isInForce(daysOf(row), taxDate) &&
        (row.places === undefined || [row.places].flat().some((id) => place.jurisdictionIds.includes(String(id)))) &&
        decides(row, category),
    );
  const facts = JSON.stringify(fitting.map(({ fact }) => fact));
  return {
    ...book,
    version: versionWithRulings(book.version, revision),
    digest: `${book.digest}~${createHash('sha256').update(facts).digest('base64url')}`,
    rulingMisfits: misfits,
    ...makeRuledChanges(book, {
      rulings: fitting,
      booksFor: (code) => (ofCodes.get(code) ?? general).books,
    }),
    ruleFor(place, taxDate, taxCode, line, attributes) {
      const known = findTaxCode(books.taxCodes, taxCode);
      const category = books.taxCodes.categories.get(known?.category ?? generalCategory[line])!;
      const own = rulingsOf({ place, taxDate, category, code: known?.code });
      if (own.length === 0) return book.ruleFor(place, taxDate, taxCode, line, attributes);
      const ofCode = own.some(({ fact }) => fact.taxCode !== undefined) ? ofCodes.get(known!.code) : undefined;
      return deepFreeze((ofCode ?? general).ruleFor(place, taxDate, taxCode, line, attributes));
    },
  };
}

type RuledLine = {
  readonly place: MatchedPlace;
  readonly taxDate: string;
  readonly category: Category;
  /** The line's code; absent if unknown. */
  readonly code: string | undefined;
};

/** The tax codes covered by a ruling. */
function codesOf({ taxCodes: { codes, categories } }: Books, { taxCode, row }: FactCorrection): ReadonlySet<string> {
  if (taxCode !== undefined) return new Set([taxCode]);
  return new Set(codes.filter(({ category }) => decides(row, categories.get(category)!)).map(({ code }) => code));
}

/** Whether the row sets the rule for the category. Only delivery has one row for several categories. */
function decides(row: FactCorrection['row'], category: Category): boolean {
  const isDelivery = row.fee !== undefined || row.category === 'delivery';
  return isDelivery ? isConcernedBy({ part: 'RULE', row }, category) : row.category === category.id;
}

/** The reason why a ruling does not match the books, for example because a code was removed. */
function misfitOf(books: Books, { fact }: Ruling): string | null {
  const { taxCode, row } = fact;
  const { byCode, categories } = books.taxCodes;
  const own = taxCode === undefined ? [...categories.values()] : [categories.get(byCode.get(taxCode)?.category ?? '')];
  if (!own.some((one) => one && decides(row, one))) return unfit.subject(taxCode ?? row.category ?? row.fee);
  try {
    return factIssue(withRule(books, fact), fact);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Adds a rule that takes precedence over the books. Throws if the books contain no tax for the place. */
function withRule(books: Books, { country, subdivision, row, source }: FactCorrection): Books {
  if (country !== 'US') {
    const { global } = books;
    if (global.countries.get(country)?.taxation !== 'TAXED') throw new Error(unfit.tax(country));
    if (subdivision !== null && !global.regions.has(subdivision)) throw new Error(unfit.region(subdivision));
    const own = { ...row, country, ...(subdivision !== null && { region: subdivision }), source };
    return { ...books, global: { ...global, ruleCorrections: [own, ...global.ruleCorrections] } };
  }
  const state = books.us.states.get(subdivision ?? '');
  if (!state) throw new Error(unfit.state(subdivision));
  if (state.levies === 'NONE') throw new Error(unfit.salesTax(state.name));
  const ruled =
    row.fee === undefined
      ? {
          ...state,
          sources: [...state.sources, { name: source, kind: null }],
          ruleCorrections: [{ ...row, source: state.sources.length }, ...state.ruleCorrections],
        }
      : {
          ...state,
          delivery: [
            ...readDeliveryRules({ conditions: {}, rules: [{ ...row, state: state.code, source }] }).get(state.code)!,
            ...state.delivery,
          ],
        };
  return { ...books, us: { ...books.us, states: new Map(books.us.states).set(state.code, ruled) } };
}
