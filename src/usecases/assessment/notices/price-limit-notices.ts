import { limitsOf } from '../../../tax/law/taxable-basis.ts';
import type { Assessment, Notice } from '../../../tax/model/assessment.ts';
import type { TaxReason } from '../../../tax/model/reasons.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import type { LawOfPlace } from '../law/law-of-place.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';

type PricedDocument = {
  readonly reference: Pick<AssessmentRequest['reference'], 'countryFacts'>;
  readonly currency: string;
  readonly assessment: { readonly items: readonly Pick<Assessment['items'][number], 'reason'>[] };
};

/** The notice for items whose unit price was compared with an amount in another currency. */
export function priceLimitNotices(
  { group, itemRules, places }: Pick<LawOfPlace, 'group' | 'itemRules' | 'places'>,
  { reference, currency, assessment }: PricedDocument,
): Notice[] {
  const own = reference.countryFacts(places.facts.taxPlace.country)?.currency ?? currency;
  if (own === currency) return [];
  const message = `The tax depends on the unit price. The law sets amounts in ${own}, but the prices are in ${currency} and were not converted. Check the tax, or send prices in ${own}.`;
  return itemRules.flatMap(({ rule }, index) => {
    const { reason } = assessment.items[group.indexes[index]!]!;
    if (!hasAmounts(rule) || !reasonsOfRules.has(reason)) return [];
    return [{ code: 'RATE_DEPENDS_ON_PRICE', pointer: `/items/${index}/unitPrice`, message }];
  });
}

function hasAmounts({ terms, aboveCap }: TaxRule): boolean {
  return aboveCap !== undefined || terms.some(({ basis, rate }) => limitsOf(basis).length > 0 || rate.kind === 'fixed');
}

/** The reasons of items whose rule determined the tax. */
const reasonsOfRules: ReadonlySet<TaxReason> = new Set([
  'TAXED',
  'REDUCED_RATE',
  'BELOW_THRESHOLD',
  'ABOVE_THRESHOLD',
  'CAP_REACHED',
  'HOLIDAY',
  'CUSTOMER_PARTLY_EXEMPT',
]);
