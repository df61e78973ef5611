import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assess } from '../../src/tax/assess.ts';
import { documentIssues } from '../../src/tax/document-issues.ts';
import type {
  AssessedLine,
  Assessment,
  DocumentToAssess,
  ItemToAssess,
  TaxLine,
} from '../../src/tax/model/assessment.ts';
import { taxReasons } from '../../src/tax/model/reasons.ts';
import { decimal, decimalText, sum, zero } from '../../src/tax/numbers/decimal.ts';
import { wrongSums } from '../support/added-sums.ts';
import { forMany, scaled, someDocument, someLongDocument, someRate } from '../support/tax-arbitraries.ts';
import { aDocument, anItem, aPlace, aRuleOf, defaultOptions } from '../support/tax-builders.ts';

// Thousands of documents, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const soundDocument = someDocument.filter((document) => documentIssues(document).length === 0);
const linesOf = ({ items, shippingFee }: Assessment) => (shippingFee ? [...items, shippingFee] : [...items]);

const pricesOf = ({ unitPrice, totalPrice, quantity, discount }: ItemToAssess) => ({
  unitPrice,
  totalPrice,
  quantity,
  discount,
});

describe('every document', () => {
  it('adds up: tax lines to lines, lines to the document, net and tax to gross, shares to the discount', () => {
    forMany(soundDocument, 1000, (document) => {
      const assessment = assess(document);
      expect(wrongSums(document, assessment)).toEqual([]);
      expect(linesOf(assessment).flatMap(wrongTaxLines)).toEqual([]);
    });
  });

  it('adds up with a thousand lines, amounts of 10^12 among them', () => {
    const sound = someLongDocument.filter((document) => documentIssues(document).length === 0);
    forMany(sound, 8, (document) => {
      const largest = anItem({ total: '1000000000000' });
      const items = [...document.items.slice(1), { ...document.items[0]!, ...pricesOf(largest) }];
      const long = { ...document, items };
      const assessment = assess(long);
      expect(assessment.items).toHaveLength(1000);
      expect(wrongSums(long, assessment)).toEqual([]);
    });
  });

  it('splits the discount within a unit of exact proportion, and makes no line negative', () => {
    forMany(soundDocument, 700, (document) => {
      const assessment = assess(document);
      const covered = document.options.discountCoversShipping ? linesOf(assessment) : assessment.items;
      const nets = covered.map((line) => line.totalPrice.minus(line.discount));
      const weights = nets.map((net) => (net.gt(0) ? net : zero));
      const used = sum(covered.map((line) => line.relativeTransactionDiscount));
      const allowed = decimal(`1e-${document.minorUnit}`).times(sum(weights));
      covered.forEach((line, index) => {
        const share = line.relativeTransactionDiscount;
        expect(share.gte(0) && share.lte(weights[index]!)).toBe(true);
        const error = share.times(sum(weights)).minus(used.times(weights[index]!)).abs();
        expect(error.isZero() || error.lt(allowed)).toBe(true);
      });
    });
  });

  it('has the same total at any rate when prices include tax', () => {
    forMany(soundDocument, 500, (generated) => {
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
    forMany(soundDocument, 200, (document) => {
      expect(figures(assess(document))).toEqual(figures(assess(copyOf(document))));
    });
  });

  it('changes sign when every price is negated', () => {
    forMany(soundDocument, 1000, (generated) => {
      const document = withoutDiscounts(generated);
      expect(figures(assess(negated(document)))).toEqual(figures(assess(document)).map(negatedText));
    });
  });

  it('has the same totals in any order of its lines', () => {
    forMany(fc.tuple(soundDocument, fc.nat()), 500, ([generated, seed]) => {
      const document = withoutDiscounts(generated);
      const reordered = { ...document, items: shuffled(document.items, seed) };
      const [one, other] = [assess(document), assess(reordered)];
      expect(totals(other)).toEqual(totals(one));
    });
  });

  it('has no tax if the rate is zero, the buyer is exempt or the goods are not taxable', () => {
    const zeroes: Partial<DocumentToAssess>[] = [
      { customerType: 'RETAIL_EXEMPT' },
      { isCollecting: false },
      { place: aPlace('0', '0') },
      { place: aPlace() },
    ];
    forMany(fc.tuple(soundDocument, fc.constantFrom(...zeroes)), 600, ([generated, change]) => {
      const items = generated.items.map((item) => ({ ...item, manualRate: null, rule: aRuleOf({ kind: 'general' }) }));
      const assessment = assess({ ...generated, items, shippingFee: null, ...change });
      expect(
        [assessment.taxAmount, assessment.taxRate, ...assessment.items.map((line) => line.taxAmount)].map(decimalText),
      ).toEqual(Array(items.length + 2).fill('0'));
    });
  });
});

describe('a document rounded at document level', () => {
  it('has the sum of its exact taxes to within half a unit, and splits it close to each of them', () => {
    const someLines = fc.array(fc.record({ rate: someRate, units: fc.integer({ min: -90_000, max: 90_000 }) }), {
      maxLength: 8,
    });
    forMany(fc.tuple(someLines, fc.boolean()), 700, ([lines, isTaxInclusive]) => {
      const items = lines.map(({ rate, units }) =>
        anItem({}, { totalPrice: scaled(units, 2), rule: aRuleOf({ kind: 'together', rate }) }),
      );
      const options = { ...defaultOptions, roundingLevel: 'DOCUMENT' } as const;
      const assessment = assess(aDocument(items, { isTaxInclusive, options }));
      // Sixty digits of the quotient are precise enough, because the bounds are a thousandth wider.
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

/** The errors in the tax lines of a line; must be empty. */
function wrongTaxLines(line: AssessedLine): string[] {
  const wrong: string[] = [];
  // A fee over goods with several rates has a tax line per jurisdiction for each part.
  const keyOf = ({ jurisdiction, bracket }: TaxLine) => `${jurisdiction.id} ${bracket?.fromAmount}`;
  const keys = new Set(line.taxLines.map(keyOf));
  for (const key of keys) {
    const parts = line.taxLines.filter((part) => keyOf(part) === key);
    const net = sum(parts.map(({ taxableAmount, exemptAmount }) => taxableAmount.plus(exemptAmount)));
    if (!net.eq(line.netAmount)) wrong.push('taxable and exempt miss the net');
  }
  for (const part of line.taxLines) {
    if (part.taxAmount.times(line.taxAmount).isNegative() && !part.taxAmount.isZero())
      wrong.push('a part of another sign');
    if (!taxReasons.includes(part.reason)) wrong.push(`no such reason: ${part.reason}`);
  }
  const ofLine = line.taxLines.filter(({ bracket }) => bracket === null);
  const isSplit = keys.size < line.taxLines.length;
  if (!isSplit && !sum(ofLine.map(({ rate }) => rate)).eq(line.taxRate))
    wrong.push('the rates miss the rate of the line');
  return wrong;
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

/** Every amount of an assessment as text, without rates. */
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

/** The same document made of new objects, as in a second request. */
function copyOf(document: DocumentToAssess): DocumentToAssess {
  return { ...document, items: document.items.map((item) => ({ ...item, rule: { ...item.rule } })) };
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const from = values.length === 0 ? 0 : seed % values.length;
  return [...values.slice(from), ...values.slice(0, from)].reverse();
}
