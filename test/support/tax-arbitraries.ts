import fc from 'fast-check';
import type {
  CalculationOptions,
  Certificate,
  DocumentToAssess,
  ItemToAssess,
  ShippingFeeToAssess,
  TreatmentFacts,
} from '../../src/tax/model/assessment.ts';
import type { JurisdictionLevel, TaxPlace } from '../../src/tax/model/place.ts';
import type { BasisRule, RateRule, RuleTerm, TaxRule } from '../../src/tax/model/rule.ts';
import { type Decimal, decimal, zero } from '../../src/tax/numbers/decimal.ts';
import { examples } from './examples.ts';
import { aCertificate, aFee, anItem, aPlace, aRule, aTerm } from './tax-builders.ts';

/** Converts whole numbers to decimals through text, so that no code under test creates the inputs. */
export function scaled(integer: number | bigint, places: number): Decimal {
  return decimal(`${integer}e-${places}`);
}

const often = <T>(usual: T, rare: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, rare);

/** Zero, plain figures such as 8.25 %, and eight places. */
export const someRate: fc.Arbitrary<Decimal> = fc.oneof(
  fc.constant(zero),
  fc.integer({ min: 1, max: 1200 }).map((n) => scaled(n, 4)),
  fc.integer({ min: 1, max: 30_000_000 }).map((n) => scaled(n, 8)),
);

const someLimit = fc.integer({ min: 1, max: 40_000 }).map((n) => scaled(n, 2));

export const someBasis: fc.Arbitrary<BasisRule> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<BasisRule>({ kind: 'full' }) },
  fc.integer({ min: 1, max: 100 }).map((n): BasisRule => ({ kind: 'share', share: scaled(n, 2) })),
  someLimit.map((amount): BasisRule => ({ kind: 'exempt-below', amount })),
  someLimit.map((amount): BasisRule => ({ kind: 'excess-above', amount })),
  someLimit.map((amount): BasisRule => ({ kind: 'up-to', amount })),
  fc.tuple(someLimit, someLimit).map(([fromAmount, width]): BasisRule => {
    return { kind: 'between', fromAmount, toAmount: fromAmount.plus(width), source: 'A law' };
  }),
);

const someRateRule: fc.Arbitrary<RateRule> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<RateRule>({ kind: 'general' }) },
  someRate.map((rate): RateRule => ({ kind: 'percentage', rate })),
  someRate.map((rate): RateRule => ({ kind: 'together', rate })),
  fc.integer({ min: 1, max: 500 }).map((n): RateRule => ({ kind: 'fixed', amountPerUnit: scaled(n, 2) })),
  fc.constant<RateRule>({ kind: 'none' }),
);

const someLevels = fc.subarray<JurisdictionLevel>(['STATE', 'COUNTY', 'CITY', 'DISTRICT'], { minLength: 1 });

const someTerm: fc.Arbitrary<RuleTerm> = fc
  .record({ levels: someLevels, rate: someRateRule, basis: someBasis })
  .map((term) => aTerm(term));

/** The rates of the place on the whole price. */
const generalRule = aRule();

export const someRule: fc.Arbitrary<TaxRule> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(generalRule) },
  { weight: 4, arbitrary: fc.array(someTerm, { maxLength: 3 }).map((terms) => aRule({ terms })) },
  fc
    .record({ terms: fc.array(someTerm, { maxLength: 1 }), capAmount: someLimit, isCapIncluded: fc.boolean() })
    .map(({ terms, ...cap }) => aRule({ treatment: 'HOLIDAY', terms, aboveCap: { ...cap, rule: generalRule } })),
);

export const somePlace: fc.Arbitrary<TaxPlace> = fc
  .record({ rates: fc.array(someRate, { maxLength: 6 }), isCapped: often(false, fc.constant(true)) })
  .map(({ rates, isCapped }) => ({
    ...aPlace(...rates.map(String)),
    localRateCap: isCapped ? decimal('0.02') : null,
  }));

/** Sometimes the seller does not collect the tax of one jurisdiction, or the law prescribes one rounding per rate. */
const someSellersPlace: fc.Arbitrary<TaxPlace> = fc
  .record({ place: somePlace, position: often<number | null>(null, fc.nat({ max: 5 })), isPerRate: fc.boolean() })
  .map(({ place, position, isPerRate }) => {
    const uncollected = position === null ? [] : place.rates.slice(position, position + 1);
    return {
      ...place,
      ...(uncollected.length > 0 && { uncollected: uncollected.map((one) => one.jurisdiction.id) }),
      ...(isPerRate && { rounding: { level: 'DOCUMENT_PER_RATE' as const, source: 'test' } }),
    };
  });

/** Small prices with many decimal places, and whole amounts up to the limit of a line. */
const somePrice = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -60_000, max: 60_000 }).map((n) => scaled(n, 2)) },
  fc.integer({ min: -999_999_999, max: 999_999_999 }).map((n) => scaled(n, 7)),
  fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((n) => scaled(n, 2)),
);

const someQuantity = fc.oneof(
  fc.constant(decimal('1')),
  fc.integer({ min: 1, max: 12 }).map((n) => scaled(n, 0)),
  fc.integer({ min: 1, max: 9000 }).map((n) => scaled(n, 3)),
);

const someTreatment: fc.Arbitrary<Omit<TreatmentFacts, 'taxCode'>> = fc.record({
  isSentAsNotTaxable: often(false, fc.boolean()),
  manualRate: often<Decimal | null>(
    null,
    fc.integer({ min: 0, max: 2000 }).map((n) => scaled(n, 4)),
  ),
  supply: often<TreatmentFacts['supply']>({ kind: 'TAXED' }, fc.constant({ kind: 'EXPORT', sentence: null } as const)),
  rule: someRule,
});

/** A line discount is a share of the line total, so it never exceeds the total. Only a positive total has a discount. */
const someItem: fc.Arbitrary<ItemToAssess> = fc
  .record({
    price: somePrice,
    quantity: someQuantity,
    isTotalSent: fc.boolean(),
    treatment: someTreatment,
    off: often(0, fc.integer({ min: 0, max: 100 })),
  })
  .map(({ price, quantity, isTotalSent, treatment, off }) => {
    const isLarge = price.abs().gt('10000000');
    const figures =
      isTotalSent || isLarge ? { totalPrice: price, unitPrice: null } : { totalPrice: null, unitPrice: price };
    const total = isTotalSent || isLarge ? price : price.times(quantity);
    const discount = total.gt(1) ? total.trunc().times(off).div(100) : zero;
    return anItem({}, { ...treatment, ...figures, quantity, discount });
  });

const someFee: fc.Arbitrary<ShippingFeeToAssess> = fc
  .record({
    price: fc.integer({ min: -2_000, max: 9_000 }),
    treatment: someTreatment,
    followsGoods: fc.constantFrom(null, 'AT_THEIR_RATES', 'ALL_OR_NOTHING', 'IN_PROPORTION'),
  })
  .map(({ price, treatment, followsGoods }) => aFee('0', { ...treatment, totalPrice: scaled(price, 2), followsGoods }));

const someCertificate: fc.Arbitrary<Certificate> = fc.oneof(
  fc.constant(aCertificate({ taxCodes: ['C6S1'] })),
  fc.constant(aCertificate()),
  fc.record({ share: fc.option(fc.integer({ min: 0, max: 100 })), rate: fc.option(someRate) }).map(({ share, rate }) =>
    aCertificate({
      relief: { kind: 'partial', exemptShare: share === null ? null : scaled(share, 2), reducedRate: rate },
    }),
  ),
);

export const someOptions: fc.Arbitrary<CalculationOptions> = fc.record({
  roundingLevel: fc.constantFrom('LINE', 'BY_LAW', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'),
  roundingMode: fc.constantFrom('HALF_UP', 'HALF_DOWN', 'HALF_EVEN', 'DOWN', 'UP'),
  inclusiveRounding: fc.constantFrom('TAX', 'NET'),
  exemptInclusivePrice: fc.constantFrom('KEEP', 'STRIP'),
  discountCoversShipping: fc.boolean(),
  shippingTaxMethod: fc.constantFrom('BY_LAW', 'OWN_CODE', 'WEIGHTED_BY_ITEMS'),
});

/** Any sound document: every currency exponent, sign, rule and option. */
export const someDocument: fc.Arbitrary<DocumentToAssess> = fc.record({
  minorUnit: fc.constantFrom(0, 2, 2, 3),
  isTaxInclusive: fc.boolean(),
  transactionLevelDiscount: often(
    zero,
    fc.integer({ min: 0, max: 80_000 }).map((n) => scaled(n, 2)),
  ),
  customerType: often<DocumentToAssess['customerType']>(
    'RETAIL',
    fc.constantFrom('RESELLER', 'MARKETPLACE', 'RETAIL_EXEMPT'),
  ),
  certificates: often<readonly Certificate[]>([], fc.array(someCertificate, { maxLength: 2 })),
  isCollecting: often(true, fc.boolean()),
  place: someSellersPlace,
  items: fc.array(someItem, { maxLength: 6 }),
  shippingFee: fc.option(someFee),
  options: someOptions,
});

/** The same with the maximum number of lines. */
export const someLongDocument: fc.Arbitrary<DocumentToAssess> = fc
  .record({
    document: someDocument,
    items: fc.array(someItem, { minLength: 20, maxLength: 20 }),
  })
  .map(({ document, items }) => ({ ...document, items: Array.from({ length: 1000 }, (_, n) => items[(n * 7) % 20]!) }));

/** Checks a property with many random values. */
export function forMany<T>(values: fc.Arbitrary<T>, numRuns: number, property: (value: T) => void): void {
  fc.assert(fc.property(values, property), { numRuns: examples(numRuns) });
}
