import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { DocumentToAssess, ItemToAssess } from '../../../src/tax/model/assessment.ts';
import type { RuleTerm } from '../../../src/tax/model/rule.ts';
import { type Decimal, decimal, decimalText, sum, zero } from '../../../src/tax/numbers/decimal.ts';
import {
  forMany,
  scaled,
  someBasis,
  someOptions,
  somePlace,
  someRate,
  someRule,
} from '../../support/tax-arbitraries.ts';
import { aDocument, anItem, aPlace, aRuleOf } from '../../support/tax-builders.ts';
import { exactTaxOf } from '../../support/tax-reference.ts';

// Thousands of documents, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const unitOf = (minorUnit: number) => decimal(`1e-${minorUnit}`);

describe('every line', () => {
  const someLine = fc.record({
    rule: someRule,
    place: somePlace.map((place) => ({ ...place, localRateCap: null })),
    units: fc.oneof(
      fc.integer({ min: -90_000, max: 90_000 }),
      fc.maxSafeInteger().map((n) => n % 10 ** 14),
    ),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((n) => scaled(n, 0)),
      fc.integer({ min: 1, max: 5000 }).map((n) => scaled(n, 3)),
    ),
    minorUnit: fc.constantFrom(0, 2, 3),
  });

  it('has its exact tax to within half a minor unit under any rule', () => {
    forMany(someLine, 2000, ({ rule, place, units, quantity, minorUnit }) => {
      const base = scaled(units, minorUnit);
      const [line] = assess(aDocument([anItem({}, { rule, totalPrice: base, quantity })], { place, minorUnit })).items;
      const exact = exactTaxOf(rule, place.rates, base, quantity);
      const error = line!.taxAmount.minus(exact).abs();
      expect(error.times(2).lte(unitOf(minorUnit))).toBe(true);
    });
  });

  it('includes in its price the tax that its net amount would have', () => {
    forMany(someLine, 1500, ({ rule, place, units, quantity, minorUnit }) => {
      if (rule.aboveCap || rule.terms.some(hasJump)) return; // No net amount results in a price within a jump of the tax.
      const gross = scaled(Math.abs(units), minorUnit);
      const document = aDocument([anItem({}, { rule, totalPrice: gross, quantity })], {
        place,
        minorUnit,
        isTaxInclusive: true,
      });
      const { netAmount, taxAmount } = assess(document).items[0]!;
      expect(decimalText(netAmount.plus(taxAmount))).toBe(decimalText(gross));
      if (netAmount.lte(0) || gross.isZero()) return; // A fixed amount takes up the whole price.
      // The net is at most half a unit from the exact one, which changes its tax by at most the combined rates times
      // that.
      const allowed = unitOf(minorUnit).div(2).times(combinedRate(rule, place).plus(1));
      expect(exactTaxOf(rule, place.rates, netAmount, quantity).minus(taxAmount).abs().lte(allowed)).toBe(true);
    });
  });

  it('includes price x rate / (1 + rate) in its price', () => {
    const some = fc.tuple(
      fc.array(someRate, { minLength: 1, maxLength: 5 }),
      fc.maxSafeInteger().map((n) => n % 10 ** 14),
      fc.constantFrom(0, 2, 3),
    );
    forMany(some, 1000, ([rates, units, minorUnit]) => {
      const gross = scaled(units, minorUnit);
      const document = aDocument([anItem({}, { totalPrice: gross })], {
        place: aPlace(...rates.map(String)),
        minorUnit,
        isTaxInclusive: true,
      });
      const { taxAmount } = assess(document).items[0]!;
      const rate = sum(rates);
      // Cross-multiplied, because the quotient may be infinite.
      const error = taxAmount.times(rate.plus(1)).minus(gross.times(rate)).abs();
      expect(error.times(2).lte(unitOf(minorUnit).times(rate.plus(1)))).toBe(true);
    });
  });

  it('splits its tax within a unit of the exact taxes of its jurisdictions', () => {
    const some = fc.record({
      rates: fc.array(someRate, { minLength: 1, maxLength: 6 }),
      basis: someBasis,
      units: fc.integer({ min: -500_000, max: 500_000 }),
    });
    forMany(some, 1000, ({ rates, basis, units }) => {
      const place = aPlace(...rates.map(String));
      const rule = aRuleOf({ kind: 'general' }, basis);
      const { taxLines, taxAmount } = assess(aDocument([anItem({}, { rule, totalPrice: scaled(units, 2) })], { place }))
        .items[0]!;
      const combined = sum(rates);
      taxLines.forEach((part, index) => {
        const error = part.taxAmount.times(combined).minus(taxAmount.times(rates[index]!)).abs();
        expect(error.isZero() || error.lt(combined.times('0.01'))).toBe(true);
      });
    });
  });

  it('never has less tax at a higher price, on any basis, or at a higher rate', () => {
    const some = fc.record({
      basis: someBasis,
      rates: fc.array(someRate, { minLength: 1, maxLength: 4 }),
      units: fc.integer({ min: 0, max: 90_000 }),
      more: fc.integer({ min: 1, max: 2_000 }),
      moreRate: someRate,
      isTaxInclusive: fc.boolean(),
      options: someOptions,
    });
    forMany(some, 1500, ({ basis, rates, units, more, moreRate, isTaxInclusive, options }) => {
      const taxAt = (price: number, own: readonly Decimal[], rule = aRuleOf({ kind: 'general' }, basis)) => {
        const item = anItem({}, { rule, totalPrice: scaled(price, 2) });
        const document = aDocument([item], { isTaxInclusive, place: aPlace(...own.map(String)), options });
        return assess(document).taxAmount;
      };
      expect(taxAt(units + more, rates).gte(taxAt(units, rates))).toBe(true);
      const raised = rates.map((rate, index) => (index === 0 ? rate.plus(moreRate) : rate));
      const plain = aRuleOf({ kind: 'general' });
      expect(taxAt(units, raised, plain).gte(taxAt(units, rates, plain))).toBe(true);
    });
  });
});

function hasJump({ rate, basis }: RuleTerm): boolean {
  return basis.kind === 'exempt-below' || (rate.kind === 'fixed' && basis.kind !== 'full' && basis.kind !== 'share');
}

/** The maximum that one more unit of price can add to the tax, in a rule without jumps. */
function combinedRate({ terms }: ItemToAssess['rule'], { rates }: DocumentToAssess['place']): Decimal {
  return sum(
    terms.map(({ rate }) => {
      if (rate.kind === 'together') return rate.rate;
      if (rate.kind === 'percentage') return rate.rate.times(rates.length);
      return rate.kind === 'general' ? sum(rates.map((each) => each.rate)) : zero;
    }),
  );
}
