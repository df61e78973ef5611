import type { JurisdictionFacts } from '../../domain/lookups/jurisdictions.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import type { RateList } from './published/find-places.ts';

/** The rates in the files of an import: all rates of a state, or the rates of individual jurisdictions. */
export type CoveredRates = { readonly states: ReadonlySet<string>; readonly keys: ReadonlySet<string> };

type UncoveredRates = {
  readonly states: readonly {
    readonly state: string;
    readonly asOf: string;
    /** Whether the files contain no rates of the state. */
    readonly isWhole: boolean;
    readonly jurisdictions: readonly Jurisdiction[];
  }[];
  /** Countries whose own rate is missing from all files. */
  readonly countries: readonly string[];
};

/**
 * Non-zero rates of US jurisdictions and of countries that are in force on a day but missing from the files of an
 * import.
 */
export function uncoveredRates(
  list: RateList,
  book: RateBookIndex,
  { covered, day }: { readonly covered: CoveredRates; readonly day: string },
): UncoveredRates {
  const isLevied = ({ key }: JurisdictionFacts) => list.jurisdictionRate(key, day)?.rate?.rate.isZero() === false;
  const all = list.jurisdictions({ country: null, subdivision: null, level: null, ids: null }).filter(isLevied);
  const states = [...book.states.values()].flatMap(({ code, asOf }) => {
    const ofState = all.filter(({ country, subdivision }) => country === 'US' && subdivision === code);
    const open = covered.states.has(code) ? [] : ofState.filter(({ key }) => !covered.keys.has(key));
    const jurisdictions = open.map(({ jurisdiction }) => jurisdiction);
    const isWhole = open.length === ofState.length;
    return open.length === 0 ? [] : [{ state: code, asOf, isWhole, jurisdictions }];
  });
  const countries = all.filter(({ jurisdiction, key }) => jurisdiction.level === 'COUNTRY' && !covered.keys.has(key));
  return { states, countries: countries.map(({ country }) => country) };
}
