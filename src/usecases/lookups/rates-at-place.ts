import { type DecimalText, toDecimalText } from '../../domain/base/amount.ts';
import type { StoredNotice } from '../../domain/base/notice.ts';
import { overdueNotices } from '../../domain/coverage/freshness.ts';
import { outOfRangeNotices } from '../../domain/lookups/covered-days.ts';
import type { RatedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { type RuleLookup, type RuleOfCodes, ruleLookup } from '../../domain/lookups/rule-lookup.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { type PlaceFacts, type RuleFacts, taxationUnder } from '../../domain/places/place-law.ts';
import type { SnapshotRate } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { appliedRates } from '../../tax/law/applied-rates.ts';
import { placeRates } from '../../tax/law/place-rates.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { taxReasonFacts } from '../../tax/model/reasons.ts';
import { zero } from '../../tax/numbers/decimal.ts';
import { datedRatesAt } from '../assessment/places/find-place.ts';
import { currencyAt } from './look-up-place.ts';

export type AskedRates = {
  readonly place: MatchedPlace;
  readonly facts: PlaceFacts;
  readonly taxDate: string;
  /** The tax code; null for general goods. */
  readonly taxCode: string | null;
  readonly reference: ReferenceData;
};

type RatesAtPlace = {
  /** The rates for the tax code if one is given, otherwise for general goods. */
  readonly rates: readonly SnapshotRate[];
  readonly jurisdictions: readonly RatedJurisdiction[];
  readonly rule: RuleOfCodes | null;
  readonly notices: readonly StoredNotice[];
};

/** The rates at a place, for general goods or for a tax code, with their notices. */
export function ratesAtPlace(asked: AskedRates): RatesAtPlace {
  const { place, facts, taxCode, reference } = asked;
  const law = taxCode === null ? null : lawOf(asked.reference, { ...asked, taxCode });
  const rule =
    law && taxCode !== null
      ? { ...ruleLookup(law, facts, currencyAt(reference, facts.taxPlace.country)), taxCodes: [taxCode] }
      : null;
  const appliedTo = law && ratesOfCode(law, facts);
  const own = placeRates(facts.taxPlace);
  const dated = datedRatesAt(reference, asked);
  const taxation = law ? taxationUnder(facts, law.rule) : facts.taxation;
  const rates = facts.taxPlace.rates.map(({ jurisdiction, validFrom, validThrough, source }, index) => ({
    jurisdiction,
    rate: appliedTo?.[index] ?? toDecimalText(own[index]!.rate),
    validFrom,
    validThrough,
    source,
  }));
  return {
    rates,
    jurisdictions: ratedJurisdictions(asked, appliedTo),
    rule,
    notices: [
      ...place.notices,
      ...facts.notices,
      ...[...overdueNotices([dated]), ...outOfRangeNotices(dated)].map((one) => ({ ...one, pointer: '' })),
      ...(taxation === 'TAXED' ? [] : [said(taxation, taxReasonFacts[taxation].description)]),
      ...(own.some(({ isCut }) => isCut) ? [localRatesCut] : []),
      ...(rule?.notices ?? []),
      ...(rule && rule.limits.length > 0 ? [rateDependsOnPrice(rule)] : []),
    ],
  };
}

/** The rule for a tax code at a place; shipping and handling codes use the rules for fees. */
export function lawOf(
  reference: ReferenceData,
  { place, taxDate, taxCode }: Pick<AskedRates, 'place' | 'taxDate'> & { readonly taxCode: string },
): RuleFacts {
  const kind = reference.findTaxCode(taxCode)?.kind;
  const line = kind === 'SHIPPING' || kind === 'HANDLING' ? 'SHIPPING_FEE' : 'ITEM';
  return reference.ruleFor(place, taxDate, taxCode, line);
}

/** The rates for a tax code, in the order of the place's rates. */
function ratesOfCode({ rule }: RuleFacts, facts: PlaceFacts): readonly DecimalText[] {
  const isTaxed = taxationUnder(facts, rule) === 'TAXED';
  return appliedRates(rule, facts.taxPlace).map(({ rate }) => toDecimalText(isTaxed ? rate : zero));
}

function ratedJurisdictions(
  { facts, taxDate, reference }: AskedRates,
  appliedTo: readonly DecimalText[] | null,
): RatedJurisdiction[] {
  const { country, rates } = facts.taxPlace;
  const ids = rates.map(({ jurisdiction }) => jurisdiction.id);
  const found = reference.jurisdictions({ country, subdivision: null, level: null, ids });
  const known = new Map(found.map((one) => [one.jurisdiction.id, one]));
  return rates.map(({ jurisdiction, rate, validFrom, validThrough, source }, index) => {
    const {
      key = `${country}/${jurisdiction.id}`,
      county = null,
      contains = 'NOTHING',
    } = known.get(jurisdiction.id) ?? {};
    return {
      key,
      jurisdiction,
      county,
      contains,
      generalRate: toDecimalText(rate),
      appliedRate: appliedTo?.[index] ?? null,
      validFrom,
      validThrough,
      source,
      notices: reference.jurisdictionRate(key, taxDate)?.notices ?? [],
    };
  });
}

function said(code: Notice['code'], message: string): Notice {
  return { code, pointer: '', message };
}

const localRatesCut = said('LOCAL_RATE_CUT', 'The law caps the sum of the local rates, which are shown after the cap.');

function rateDependsOnPrice({ limits }: RuleLookup): Notice {
  const sentences = ['The tax depends on the unit price.', ...limits.map(({ message }) => message)];
  return { code: 'RATE_DEPENDS_ON_PRICE', pointer: '/taxCode', message: sentences.join(' ') };
}
