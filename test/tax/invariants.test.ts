import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assess } from '../../src/tax/assess.ts';
import type { AssessedLine, Assessment, DocumentToAssess, ItemToAssess } from '../../src/tax/assessment.ts';
import { brokenSums } from '../../src/tax/checks.ts';
import { creditedParts, creditedTax } from '../../src/tax/credits.ts';
import { type Decimal, decimal, decimalText, sum, zero } from '../../src/tax/decimal.ts';
import { documentFaults } from '../../src/tax/faults.ts';
import { defaultOptions } from '../../src/tax/options.ts';
import { taxReasons } from '../../src/tax/reasons.ts';
import type { RuleTerm } from '../../src/tax/rule.ts';
import {
  scaled,
  someBasis,
  someDocument,
  someOptions,
  somePlace,
  someRate,
  someRule,
} from '../support/tax-arbitraries.ts';
import { aDocument, anItem, aPlace, aRuleOf } from '../support/tax-builders.ts';
import { exactTaxOf } from '../support/tax-reference.ts';

const soundDocument = someDocument.filter((document) => documentFaults(document).length === 0);
const linesOf = ({ items, shippingFee }: Assessment) => (shippingFee ? [...items, shippingFee] : [...items]);
const unitOf = (minorUnit: number) => decimal(`1e-${minorUnit}`);

// Thousands of documents, on a machine that may be busy with other things.
vi.setConfig({ testTimeout: 120_000 });

describe('every document', () => {
  it('adds up: tax lines to lines, lines to the document, net and tax to gross, shares to the discount', () => {
    check(soundDocument, 1500, (document) => {
      const assessment = assess(document);
      expect(brokenSums(document, assessment)).toEqual([]);
      expect(linesOf(assessment).flatMap(faultsOfTaxLines)).toEqual([]);
    });
  });

  it('shares the discount within a unit of exact proportion, and makes no line negative', () => {
    check(soundDocument, 1000, (document) => {
      const assessment = assess(document);
      const covered = document.options.discountCoversShipping ? linesOf(assessment) : assessment.items;
      const nets = covered.map((line) => line.totalPrice.minus(line.discount));
      const weights = nets.map((net) => (net.gt(0) ? net : zero));
      const used = sum(covered.map((line) => line.relativeTransactionDiscount));
      const allowed = unitOf(document.minorUnit).times(sum(weights));
      covered.forEach((line, index) => {
        const share = line.relativeTransactionDiscount;
        expect(share.gte(0) && share.lte(weights[index]!)).toBe(true);
        const error = share.times(sum(weights)).minus(used.times(weights[index]!)).abs();
        expect(error.isZero() || error.lt(allowed)).toBe(true);
      });
    });
  });

  it('has a total that no rate touches when prices include tax', () => {
    check(soundDocument, 500, (generated) => {
      const document = {
        ...generated,
        isTaxInclusive: true,
        options: { ...generated.options, exemptInclusivePrice: 'KEEP' as const },
      };
      const untaxed = assess({ ...document, isCollecting: false, customerType: 'MARKETPLACE' });
      expect(decimalText(assess(document).finalTransactionAmount)).toBe(decimalText(untaxed.finalTransactionAmount));
    });
  });

  it('gives the same figures when it is sent twice', () => {
    check(soundDocument, 200, (document) => {
      expect(figures(assess(document))).toEqual(figures(assess(copyOf(document))));
    });
  });

  it('turns round when every price is negated', () => {
    check(soundDocument, 1000, (generated) => {
      const document = withoutDiscounts(generated);
      expect(figures(assess(negated(document)))).toEqual(figures(assess(document)).map(negatedText));
    });
  });

  it('has the same totals in any order of its lines', () => {
    check(fc.tuple(soundDocument, fc.nat()), 500, ([generated, seed]) => {
      const document = withoutDiscounts(generated);
      const reordered = { ...document, items: shuffled(document.items, seed) };
      const [one, other] = [assess(document), assess(reordered)];
      expect(totals(other)).toEqual(totals(one));
    });
  });
});

describe('a document rounded as a whole', () => {
  it('bears the sum of its exact taxes to half a unit, and splits it near each of them', () => {
    const someLines = fc.array(fc.record({ rate: someRate, units: fc.integer({ min: -90_000, max: 90_000 }) }), {
      maxLength: 8,
    });
    check(fc.tuple(someLines, fc.boolean()), 700, ([lines, isTaxInclusive]) => {
      const items = lines.map(({ rate, units }) =>
        anItem({}, { totalPrice: scaled(units, 2), rule: aRuleOf({ kind: 'together', rate }) }),
      );
      const options = { ...defaultOptions, roundingLevel: 'DOCUMENT' } as const;
      const assessment = assess(aDocument(items, { isTaxInclusive, options }));
      // Sixty digits of the quotient are exact enough for bounds that are a thousandth wider.
      const exact = lines.map(({ rate, units }) => {
        const tax = scaled(units, 2).times(rate);
        return isTaxInclusive ? tax.div(rate.plus(1)) : tax;
      });
      expect(assessment.taxAmount.minus(sum(exact)).abs().lte('0.005001')).toBe(true);
      const errors = assessment.items.map(({ taxAmount }, index) => taxAmount.minus(exact[index]!).abs());
      expect(errors.every((error) => error.lt('0.02'))).toBe(true);
    });
  });
});

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

  it('bears its exact tax to half a minor unit, whatever the rule', () => {
    check(someLine, 2000, ({ rule, place, units, quantity, minorUnit }) => {
      const base = scaled(units, minorUnit);
      const [line] = assess(aDocument([anItem({}, { rule, totalPrice: base, quantity })], { place, minorUnit })).items;
      const exact = exactTaxOf(rule, place.rates, base, quantity);
      const error = line!.taxAmount.minus(exact).abs();
      expect(error.times(2).lte(unitOf(minorUnit))).toBe(true);
    });
  });

  it('holds in an inclusive price the tax that its net would bear', () => {
    check(someLine, 1500, ({ rule, place, units, quantity, minorUnit }) => {
      if (rule.aboveCap || rule.terms.some(hasJump)) return; // Prices within a jump of the tax have no such net.
      const gross = scaled(Math.abs(units), minorUnit);
      const document = aDocument([anItem({}, { rule, totalPrice: gross, quantity })], {
        place,
        minorUnit,
        isTaxInclusive: true,
      });
      const { netAmount, taxAmount } = assess(document).items[0]!;
      expect(decimalText(netAmount.plus(taxAmount))).toBe(decimalText(gross));
      if (netAmount.lte(0) || gross.isZero()) return; // A fixed amount has taken the whole price.
      // The net is at most half a unit from the exact one, which moves its tax by at most the combined rates times that.
      const allowed = unitOf(minorUnit).div(2).times(combinedRate(rule, place).plus(1));
      expect(exactTaxOf(rule, place.rates, netAmount, quantity).minus(taxAmount).abs().lte(allowed)).toBe(true);
    });
  });

  it('holds price x rate / (1 + rate) in an inclusive price', () => {
    const some = fc.tuple(
      fc.array(someRate, { minLength: 1, maxLength: 5 }),
      fc.maxSafeInteger().map((n) => n % 10 ** 14),
      fc.constantFrom(0, 2, 3),
    );
    check(some, 1000, ([rates, units, minorUnit]) => {
      const gross = scaled(units, minorUnit);
      const document = aDocument([anItem({}, { totalPrice: gross })], {
        place: aPlace(...rates.map(String)),
        minorUnit,
        isTaxInclusive: true,
      });
      const { taxAmount } = assess(document).items[0]!;
      const rate = sum(rates);
      // Multiplied out, because the quotient has no last digit.
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
    check(some, 1000, ({ rates, basis, units }) => {
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

  it('bears no tax where the rate is zero, the buyer exempt or the goods not taxable', () => {
    const zeroes: Partial<DocumentToAssess>[] = [
      { customerType: 'RETAIL_EXEMPT' },
      { isCollecting: false },
      { place: aPlace('0', '0') },
      { place: aPlace() },
    ];
    check(fc.tuple(soundDocument, fc.constantFrom(...zeroes)), 600, ([generated, change]) => {
      const items = generated.items.map((item) => ({ ...item, manualRate: null, rule: aRuleOf({ kind: 'general' }) }));
      const assessment = assess({ ...generated, items, shippingFee: null, ...change });
      expect(
        [assessment.taxAmount, assessment.taxRate, ...assessment.items.map((line) => line.taxAmount)].map(decimalText),
      ).toEqual(Array(items.length + 2).fill('0'));
    });
  });

  it('never bears less for a higher price, at any basis, nor for a higher rate', () => {
    const some = fc.record({
      basis: someBasis,
      rates: fc.array(someRate, { minLength: 1, maxLength: 4 }),
      units: fc.integer({ min: 0, max: 90_000 }),
      more: fc.integer({ min: 1, max: 2_000 }),
      moreRate: someRate,
      isTaxInclusive: fc.boolean(),
      options: someOptions,
    });
    check(some, 1500, ({ basis, rates, units, more, moreRate, isTaxInclusive, options }) => {
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

describe('credits of a line', () => {
  it('return all of its tax together, and never more on the way', () => {
    const some = fc.record({
      tax: fc.integer({ min: 0, max: 5_000 }),
      portions: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 8 }),
      sign: fc.constantFrom(1, -1),
      weights: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 4 }),
    });
    check(some, 1500, ({ tax, portions, sign, weights }) => {
      const base = portions.reduce((total, portion) => total + portion, 0);
      if (base === 0) return;
      const parts = partsOf(tax, weights).map((part) => scaled(part * sign, 2));
      let [returned, before, ofParts] = [zero, 0, parts.map(() => zero)];
      for (const portion of portions) {
        const credit = {
          originalTax: scaled(tax * sign, 2),
          originalBase: scaled(base * sign, 2),
          baseBefore: scaled(before * sign, 2),
          baseNow: scaled(portion * sign, 2),
          minorUnit: 2,
        };
        const now = creditedTax(credit);
        const nowOfParts = creditedParts(credit, parts);
        expect(decimalText(sum(nowOfParts))).toBe(decimalText(now));
        returned = returned.plus(now);
        ofParts = ofParts.map((part, index) => part.plus(nowOfParts[index]!));
        before += portion;
        expect(now.times(sign).gte(0) && returned.times(sign).lte(scaled(tax, 2))).toBe(true);
      }
      expect(decimalText(returned)).toBe(decimalText(scaled(tax * sign, 2)));
      expect(ofParts.map(decimalText)).toEqual(parts.map(decimalText));
    });
  });
});

function check<T>(arbitrary: fc.Arbitrary<T>, numRuns: number, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { numRuns });
}

/** What is wrong with the tax lines of a line; nothing, it is to be hoped. */
function faultsOfTaxLines(line: AssessedLine): string[] {
  const faults: string[] = [];
  for (const part of line.taxLines) {
    if (!part.taxableAmount.plus(part.exemptAmount).eq(line.netAmount)) faults.push('taxable and exempt miss the net');
    if (part.taxAmount.times(line.taxAmount).isNegative() && !part.taxAmount.isZero())
      faults.push('a part of another sign');
    if (!taxReasons.includes(part.reason)) faults.push(`no such reason: ${part.reason}`);
  }
  if (!sum(line.taxLines.map(({ rate }) => rate)).eq(line.taxRate)) faults.push('the rates miss the rate of the line');
  return faults;
}

function withoutDiscounts(document: DocumentToAssess): DocumentToAssess {
  const items = document.items.map((item) => ({ ...item, discount: zero }));
  return { ...document, items, transactionLevelDiscount: zero };
}

function negated(document: DocumentToAssess): DocumentToAssess {
  const items = document.items.map((item): ItemToAssess => {
    return {
      ...item,
      unitPrice: item.unitPrice?.negated() ?? null,
      totalPrice: item.totalPrice?.negated() ?? null,
    };
  });
  const fee = document.shippingFee;
  return { ...document, items, shippingFee: fee && { ...fee, totalPrice: fee.totalPrice.negated() } };
}

/** Every amount of an assessment as text, rates left out. */
function figures(assessment: Assessment): string[] {
  const ofLines = linesOf(assessment).flatMap((line) => [
    line.totalPrice,
    line.calculatedTotal,
    line.taxAmount,
    line.netAmount,
    line.grossAmount,
    line.taxableAmount,
    ...line.taxLines.flatMap((part) => [part.taxableAmount, part.exemptAmount, part.taxAmount]),
  ]);
  const { totalItemsAmount, taxAmount, finalTransactionAmount } = assessment;
  return [...ofLines, totalItemsAmount, taxAmount, finalTransactionAmount].map(decimalText);
}

function negatedText(text: string): string {
  if (text === '0') return text;
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

function totals({ totalItemsAmount, taxAmount, taxRate, finalTransactionAmount }: Assessment): string[] {
  return [totalItemsAmount, taxAmount, taxRate, finalTransactionAmount].map(decimalText);
}

/** The same document made of new objects, as a second request would bring it. */
function copyOf(document: DocumentToAssess): DocumentToAssess {
  return { ...document, items: document.items.map((item) => ({ ...item, rule: { ...item.rule } })) };
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const from = values.length === 0 ? 0 : seed % values.length;
  return [...values.slice(from), ...values.slice(0, from)].reverse();
}

function hasJump({ rate, basis }: RuleTerm): boolean {
  return basis.kind === 'exempt-below' || (rate.kind === 'fixed' && basis.kind !== 'full' && basis.kind !== 'share');
}

/** The most that another unit of price can add to the tax, in a rule that does not jump. */
function combinedRate({ terms }: ItemToAssess['rule'], { rates }: DocumentToAssess['place']): Decimal {
  return sum(
    terms.map(({ rate }) => {
      if (rate.kind === 'together') return rate.rate;
      if (rate.kind === 'percentage') return rate.rate.times(rates.length);
      return rate.kind === 'general' ? sum(rates.map((each) => each.rate)) : zero;
    }),
  );
}

/** Some parts of a whole number: all but the last by simple division. */
function partsOf(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sumOfWeights, weight) => sumOfWeights + weight, 0);
  if (all === 0) return [total, ...weights.slice(1).map(() => 0)];
  const parts = weights.map((weight) => Math.floor((total * weight) / all));
  parts[0]! += total - parts.reduce((sumOfParts, part) => sumOfParts + part, 0);
  return parts;
}
