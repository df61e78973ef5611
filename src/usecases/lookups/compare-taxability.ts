import { sumOfTexts, toDecimalText } from '../../domain/base/amount.ts';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { StateFacts, TaxCode } from '../../domain/lookups/catalogue.ts';
import type { TaxabilityInput } from '../../domain/lookups/catalogue-input.ts';
import { type RuleLookup, ruleLookup } from '../../domain/lookups/rule-lookup.ts';
import type { StateTaxability, TaxabilityGrid } from '../../domain/lookups/taxability.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { taxationUnder } from '../../domain/places/place-law.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { appliedRates } from '../../tax/law/applied-rates.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { zero } from '../../tax/numbers/decimal.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { nowhere } from './look-up-place.ts';
import { lawOf } from './rates-at-place.ts';

/** Whether, how and why each tax code is taxed in each state on a day. */
export async function compareTaxability(ctx: Context, input: TaxabilityInput): Promise<TaxabilityGrid> {
  const { work } = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const on = input.asOf ?? todayOf(ctx);
  const { taxCodes, states } = resolved(reference, input);
  work.add(workCosts.taxabilityCell * taxCodes.length * states.length);
  const places = states.map((state) => ({ state, place: stateAlone(reference, state) }));
  const serveOthers = createYield();
  const rows: { taxCode: TaxCode; cells: StateTaxability[] }[] = [];
  for (const taxCode of taxCodes) {
    const cells: StateTaxability[] = [];
    for (const at of places) {
      cells.push(cellOf(reference, { ...at, taxCode, on }));
      await serveOthers();
    }
    rows.push({ taxCode, cells });
  }
  return { asOf: on, rateBookVersion: reference.version, rows };
}

type Asked = {
  readonly state: StateFacts;
  readonly place: MatchedPlace;
  readonly taxCode: TaxCode;
  readonly on: string;
};

function cellOf(reference: ReferenceData, { state, place, taxCode, on }: Asked): StateTaxability {
  const facts = reference.placeFacts(place, on);
  const law = lawOf(reference, { place, taxDate: on, taxCode: taxCode.code });
  const rule = ruleLookup(law, facts, 'USD');
  const rates = appliedRates(law.rule, facts.taxPlace);
  const stateRate = sumOfTexts(
    rates.filter(({ jurisdiction }) => jurisdiction.level === 'STATE').map(({ rate }) => toDecimalText(rate)),
  );
  // Alaska has only local taxes, to which its rule applies.
  const taxation = taxationUnder(facts, law.rule);
  const isTaxedThere = taxation === 'TAXED' || isTaxedLocally(state);
  const isTaxable =
    isTaxedThere && law.rule.terms.some((term) => term.rate.kind !== 'none') && !isZeroRated(law.rule.treatment);
  return {
    ...rule,
    state: state.code,
    stateName: state.name,
    isTaxable,
    stateRate: taxation === 'TAXED' ? stateRate : toDecimalText(zero),
    notices: [
      ...rule.notices,
      ...facts.notices,
      ...(isTaxedLocally(state) && taxation !== 'TAXED' ? [localOnly(state)] : []),
    ],
  };
}

const isZeroRated = (treatment: RuleLookup['treatment']): boolean => treatment === 'ZERO_RATED';

const isTaxedLocally = ({ coverage }: StateFacts): boolean => coverage.localRates !== 'NOT_LEVIED';

function localOnly({ name }: StateFacts): Notice {
  const message = `${name} levies no state sales tax; the local taxes of its boroughs and cities apply as shown.`;
  return { code: 'LOCAL_TAXES_ONLY', pointer: '', message };
}

function resolved(reference: ReferenceData, input: TaxabilityInput) {
  const issues: Issue[] = [];
  const taxCodes = input.taxCodes.flatMap((text, index) => {
    const found = reference.findTaxCode(text);
    if (found) return [found];
    const message = `${JSON.stringify(text)} is not in the catalog of tax codes.`;
    issues.push({ path: ['taxCodes', index], code: 'UNKNOWN_VALUE', message });
    return [];
  });
  const states = input.states?.flatMap((text, index) => {
    const found = reference.findState(text);
    if (found) return [found];
    issues.push({
      path: ['states', index],
      code: 'UNKNOWN_VALUE',
      message: `${JSON.stringify(text)} is not a US state.`,
    });
    return [];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return { taxCodes: [...new Set(taxCodes)], states: states ? [...new Set(states)] : reference.states };
}

function stateAlone(reference: ReferenceData, { code }: StateFacts): MatchedPlace {
  const match = reference.matchAddress({ ...nowhere, country: 'US', state: code });
  if (match.kind === 'unmatched') throw new Error(`Unknown state ${code}.`);
  return match.place;
}
