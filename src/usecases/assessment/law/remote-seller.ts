import { toDecimalText } from '../../../domain/base/amount.ts';
import { isEligible, remoteSellerBasis } from '../../../domain/nexus/remote-seller.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { PlaceFacts, RemoteSellerRate, RuleFacts } from '../../../domain/places/place-law.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { RuleTerm, TaxRule } from '../../../tax/model/rule.ts';
import { originOf } from '../places/find-place.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';

type Sale = Pick<AssessmentRequest, 'input' | 'settings' | 'declarations' | 'reference'>;

/**
 * The effect of the program for remote sellers on the law of a place: a single state rate, or a notice that explains
 * why the program does not apply.
 */
export type RemoteSellerLaw =
  | { readonly kind: 'ONE_RATE'; readonly rate: RemoteSellerRate }
  | { readonly kind: 'NOT_ELIGIBLE'; readonly notice: Notice }
  | { readonly kind: 'NO_PROGRAM' };

/**
 * Whether the seller charges the single rate of the state program. Goods shipped from within the state are excluded.
 */
export async function remoteSellerLaw(
  { input, settings, declarations, reference }: Sale,
  facts: PlaceFacts,
): Promise<RemoteSellerLaw> {
  const { regime, subdivision, taxDate } = facts.taxPlace;
  if (regime !== 'SALES_TAX' || subdivision === null) return { kind: 'NO_PROGRAM' };
  const rate = reference.remoteSellerRate(subdivision, taxDate);
  if (rate === null || remoteSellerBasis(settings, rate, taxDate) === null) return { kind: 'NO_PROGRAM' };
  const origin = await originOf(input.shipFromAddress, settings, { reference, taxDate });
  const isWithin = origin?.country === 'US' && origin.subdivision === subdivision;
  if (!isWithin && isEligible(declarations, subdivision, taxDate)) return { kind: 'ONE_RATE', rate };
  const name = facts.authority.name;
  const why = isWithin ? `these goods ship from ${name}` : 'a presence or a registration is declared there';
  const message = `${name}: the ${rate.program} is only for sellers from outside the state, but ${why}, so state and local rates were charged.`;
  return {
    kind: 'NOT_ELIGIBLE',
    notice: { code: 'REMOTE_SELLER_RATE_NOT_APPLIED', pointer: '/shippingAddress', message },
  };
}

/** Notices that only report uncertain local rates, which the single rate replaces. */
const aboutLocalRates: ReadonlySet<string> = new Set([
  'CITY_HAS_SEVERAL_RATES',
  'LOCAL_RATES_INCOMPLETE',
  'LOCAL_RATES_NOT_INCLUDED',
  'ZIP_SPANS_COUNTIES',
]);

const areOfUse = (notices: readonly Notice[]) => notices.filter(({ code }) => !aboutLocalRates.has(code));

type PlacesOfSale = {
  readonly place: MatchedPlace;
  readonly destination: MatchedPlace;
  readonly sourcingNotices: readonly Notice[];
  readonly facts: PlaceFacts;
};

/** The place with the single rate instead of the rates of state, county, city and districts. */
export function withOneRate<Places extends PlacesOfSale>(places: Places, { program, rate }: RemoteSellerRate): Places {
  const { facts, destination, place } = places;
  const percent = toDecimalText(rate.rate.times(100));
  const message = `${facts.authority.name}: the flat ${percent} % of the ${program} was charged instead of state and local rates.`;
  return {
    ...places,
    place: { ...place, localRates: 'NOT_LEVIED', gaps: [], notices: areOfUse(place.notices) },
    destination: { ...destination, notices: areOfUse(destination.notices) },
    sourcingNotices: [{ code: 'REMOTE_SELLER_RATE', pointer: '/shippingAddress', message }],
    facts: {
      ...facts,
      taxPlace: { ...facts.taxPlace, rates: [rate], localRateCap: null },
      notices: areOfUse(facts.notices),
    },
  };
}

/**
 * The rule for goods under the single rate: everything taxable is taxed at that rate, even if the state has a lower
 * one.
 */
export function ruleAtOneRate(law: RuleFacts): RuleFacts {
  return { ...law, rule: taxedAtOneRate(law.rule), notices: areOfUse(law.notices) };
}

const oneRate: RuleTerm = { levels: ['STATE'], rate: { kind: 'general' }, basis: { kind: 'full' } };

function taxedAtOneRate(rule: TaxRule): TaxRule {
  const aboveCap = rule.aboveCap && { ...rule.aboveCap, rule: taxedAtOneRate(rule.aboveCap.rule) };
  const above = aboveCap && { aboveCap };
  if (rule.treatment !== 'REDUCED') return { ...rule, ...above };
  return { ...rule, ...above, treatment: 'TAXABLE', terms: [oneRate] };
}
