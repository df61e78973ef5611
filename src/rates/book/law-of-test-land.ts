import { LRUCache } from 'lru-cache';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { usLevels } from '../../tax/model/place.ts';
import type { RuleTerm, TaxRule } from '../../tax/model/rule.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { findRate } from './files/rate-windows.ts';
import { findRuleOfLine } from './rule-finder.ts';
import type { TestLandBook, TestState } from './test-land/test-land-book.ts';

/** The law of test land: the same on every day, with features of real places. */
export function makeLawOfTestLand(
  book: TestLandBook,
  categoryOf: (taxCode: string) => string | null,
): Pick<ReferenceData, 'placeFacts' | 'ruleFor'> {
  const states = new Map(book.states.map((state) => [state.id, state]));
  const stateOf = ({ subdivision }: MatchedPlace) => (subdivision === null ? null : (states.get(subdivision) ?? null));
  const facts = new LRUCache<string, PlaceFacts, MatchedPlace>({
    max: 1_000,
    memoMethod: (key, _stale, { context: place }) =>
      deepFreeze(factsOf(book, { place, state: stateOf(place), taxDate: key.slice(0, 10) })),
  });
  const rules = new LRUCache<string, TaxRule, TestState | null>({
    max: 2_000,
    memoMethod: (key, _stale, { context: state }) => deepFreeze(ruleOf(book, state, key.split(' ')[1]!)),
  });
  return {
    placeFacts: (place, taxDate) => facts.memo([taxDate, ...place.jurisdictionIds].join(' '), { context: place }),
    ruleFor: (place, _taxDate, taxCode, line) =>
      findRuleOfLine({ taxCode, line, known: categoryOf(taxCode) }, (category) => ({
        rule: rules.memo(`${place.subdivision} ${category}`, { context: stateOf(place) }),
        followsGoods: null,
        noticesIfMixed: [],
        attributes: [],
        notices: [],
        evidence: 'LAW',
      })),
  };
}

type Asked = { readonly place: MatchedPlace; readonly state: TestState | null; readonly taxDate: string };

function factsOf(book: TestLandBook, { place, state, taxDate }: Asked): PlaceFacts {
  const levies = [...(state?.levies ?? [book.vat]), ...(state?.cities ?? [])];
  const known = new Map(levies.map((levy) => [levy.jurisdiction.id, levy]));
  const rates = place.jurisdictionIds.flatMap((id) => {
    const found = findRate({ windows: known.get(id)!.windows, introducedOn: null }, taxDate);
    return found.kind === 'in-force' ? [found.window.rate] : [];
  });
  const isVat = state === null || state.isVat;
  return {
    taxPlace: {
      regime: isVat ? 'GLOBAL_TAX' : 'SALES_TAX',
      country: book.code,
      subdivision: place.subdivision,
      taxDate,
      rates,
      localRateCap: null,
    },
    taxation: 'TAXED',
    territory: {
      country: book.code,
      isInEuForGoods: false,
      isInEuForServices: false,
      taxTerritories: [book.code],
    },
    authority: isVat
      ? { name: book.name, abbreviation: book.code, taxName: book.taxName }
      : { name: state.name, abbreviation: state.code, taxName: 'Sales tax' },
    deliveryFee: null,
    imports: null,
    businessServices: null,
    notices: [],
  };
}

function ruleOf(book: TestLandBook, state: TestState | null, category: string): TaxRule {
  // The law of the state with the three VAT rates applies to the whole country.
  const of = state ?? book.states.find(({ isVat }) => isVat)!;
  const { law, name } = of;
  const own = law.reduced.get(category);
  const treatment = own ? 'REDUCED' : law.treatment;
  const isFee = category === 'shipping' || category === 'handling';
  const levels = of.isVat ? (['COUNTRY'] as const) : usLevels;
  const term: RuleTerm = {
    levels,
    rate: own ? { kind: 'percentage', rate: own } : { kind: 'general' },
    basis: law.exemptBelow && !isFee ? { kind: 'exempt-below', amount: law.exemptBelow } : { kind: 'full' },
  };
  return {
    id: `${of.id}/${category}`,
    category,
    description: `${category.replaceAll('_', ' ')} in ${name}, a state of test land`,
    treatment,
    terms: treatment === 'EXEMPT' || treatment === 'HOLIDAY' ? [] : [term],
    validFrom: book.validFrom,
    validThrough: null,
    source: book.source,
  };
}
