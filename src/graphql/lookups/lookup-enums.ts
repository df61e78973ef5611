import type { StateFacts } from '../../domain/lookups/catalogue.ts';
import type { taxCodeKinds } from '../../domain/lookups/catalogue-input.ts';
import type { JurisdictionFacts } from '../../domain/lookups/jurisdictions.ts';
import type { RuleLimit, RuleLookup } from '../../domain/lookups/rule-lookup.ts';
import { type FeatureName, features } from '../../domain/lookups/service-info.ts';
import type { LocalRates } from '../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import { describedEnum } from '../base/described-enum.ts';

export type LookupEnums = ReturnType<typeof addLookupEnums>;

/** The closed lists of the look-ups. */
export function addLookupEnums() {
  return {
    localRates: describedEnum('LocalRates', 'How far the rate book holds the rates below a state.', {
      NOT_LEVIED: 'There are none: the state’s rate is all there is.',
      COMPLETE: 'All that cover a place as a whole are held; the gaps may name areas of single premises.',
      PARTIAL: 'Some are missing, as the gaps tell.',
      STATE_ONLY: 'None is held or known: the state’s rate is all of the answer.',
    } satisfies Record<LocalRates, string>),
    taxation: describedEnum('Taxation', 'Whether a place has such a tax at all.', {
      TAXED: 'There is such a tax, and goods in general bear it.',
      NO_TAX_THERE: 'The state or country levies none.',
      OUTSIDE_TERRITORY: 'The place lies outside its country’s tax territory.',
    } satisfies Record<PlaceFacts['taxation'], string>),
    contains: describedEnum('JurisdictionContents', 'Whose rates a jurisdiction’s own figure stands for besides.', {
      NOTHING: 'It is added to those of the others.',
      COUNTY: 'It has the rate of its county inside; that must not be added again.',
      COUNTY_AND_DISTRICTS: 'Those of county and districts are in it.',
    } satisfies Record<JurisdictionFacts['contains'], string>),
    treatment: describedEnum('TaxTreatment', 'What the law makes of a tax code.', {
      TAXABLE: 'Taxed at the general rates.',
      REDUCED: 'Taxed at rates of its own.',
      ZERO_RATED: 'Taxable, at a rate of zero.',
      NOT_TAXABLE: 'Outside the tax by its nature.',
      EXEMPT: 'Inside the tax, and relieved of it.',
      HOLIDAY: 'Relieved for some days.',
    } satisfies Record<RuleLookup['treatment'], string>),
    followsGoods: describedEnum('FollowsGoods', 'How a shipping fee is taxed that shares the fate of its goods.', {
      ALL_OR_NOTHING: 'The whole fee is taxed as soon as any goods are.',
      IN_PROPORTION: 'The fee is taxed in proportion to the taxable goods.',
    } satisfies Record<NonNullable<RuleLookup['followsGoods']>, string>),
    limitKind: describedEnum('RuleLimitKind', 'How the tax of a rule depends on the price of a piece.', {
      SHARE: 'Only a fraction of the price is taxed.',
      EXEMPT_BELOW: 'A piece below the amount is exempt, any other is taxed whole.',
      EXCESS_ABOVE: 'Only what a piece costs above the amount is taxed.',
      UP_TO: 'Only the first part of a piece, up to the amount, is taxed.',
      BETWEEN: 'Only what lies between the two amounts is taxed.',
      HOLIDAY_UP_TO: 'The holiday holds for pieces up to the amount, the amount included.',
      HOLIDAY_BELOW: 'The holiday holds for pieces below the amount.',
    } satisfies Record<RuleLimit['kind'], string>),
    taxCodeKind: describedEnum('TaxCodeKind', 'What kind of thing a tax code is for.', {
      GOODS: 'Things that can be touched.',
      DIGITAL: 'Digital goods, software and its use.',
      SERVICE: 'Services and admissions.',
      SHIPPING: 'Delivery.',
      HANDLING: 'Packing and handling.',
      STORED_VALUE: 'Gift cards and the like.',
    } satisfies Record<(typeof taxCodeKinds)[number], string>),
    sourcing: describedEnum('Sourcing', 'Which address decides the rates of a sale within a state.', {
      ORIGIN: 'The one the goods leave from.',
      DESTINATION: 'The one they are sent to.',
      MIXED: 'The origin for state, county and city, the destination for districts.',
    } satisfies Record<StateFacts['sourcing'], string>),
    feature: describedEnum(
      'FeatureName',
      'What this version of the service can do.',
      features satisfies Record<FeatureName, string>,
    ),
  };
}
