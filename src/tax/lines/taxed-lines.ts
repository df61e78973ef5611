import type { TreatmentDecision } from '../law/tax-treatment.ts';
import type { DocumentToAssess, ItemToAssess, PlaceToAssess, ShippingFeeToAssess } from '../model/assessment.ts';
import { taxReasonFacts } from '../model/reasons.ts';
import { type Decimal, one } from '../numbers/decimal.ts';
import { Fraction, oneFraction, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import type { FeePart } from './fee-parts.ts';
import type { LineAmounts } from './line-amounts.ts';
import type { LineTax } from './line-tax.ts';
import type { LineTaxer } from './line-taxer.ts';
import { type ExactLine, roundTaxes } from './rounding-levels.ts';
import { feeTaxes } from './shipping.ts';

/** A line after step 6, with a known base and an exact tax. */
export type TaxedLine = {
  /** The place that taxes the line; undefined if it is the document's place. */
  readonly at: PlaceToAssess | undefined;
  readonly amounts: LineAmounts;
  /** After discounts; reduced again if the included tax was removed from an exempt buyer's price. */
  readonly base: bigint;
  readonly quantity: Decimal;
  readonly lineTax: LineTax;
  /** The tax for a buyer without an exemption; it differs only if that tax was removed from an exempt buyer's price. */
  readonly ordinaryTax: LineTax;
  readonly isService?: boolean | undefined;
  /** For a part of a shipping fee, the goods that determine its tax. */
  readonly goods?: FeePart['goods'];
};

export function taxedItem(
  item: ItemToAssess,
  amounts: LineAmounts,
  document: DocumentToAssess,
  taxer: LineTaxer,
): TaxedLine {
  const { at, quantity, isService } = item;
  const { base } = amounts;
  const line = { facts: item, base, quantity, goodsShare: oneFraction };
  const decision = taxer.decide(item);
  const lineTax = taxer.tax(decision, line);
  const taxed = { at, amounts, base, quantity, lineTax, isService };
  if (!isToBeStripped(decision, document)) return { ...taxed, ordinaryTax: lineTax };
  const ordinaryTax = taxer.tax(taxer.decideWithoutBuyer(item), line);
  return stripped({ ...taxed, ordinaryTax }, document);
}

/**
 * Splits the fee into parts, each taxed as a separate line. The first part has the price of the whole fee, the others
 * zero.
 */
export function taxedFee(
  fee: ShippingFeeToAssess,
  amounts: LineAmounts,
  items: readonly TaxedLine[],
  document: DocumentToAssess,
  taxer: LineTaxer,
): readonly TaxedLine[] {
  const decision = taxer.decide(fee);
  const parts = feeTaxes(fee, decision, amounts.base, items, document, taxer);
  const lines = parts.map(({ base, lineTax, goods }, index): TaxedLine => {
    const ofPart = index === 0 ? amounts : noAmounts;
    return { at: undefined, amounts: ofPart, base, quantity: one, lineTax, ordinaryTax: lineTax, goods };
  });
  const [line] = lines;
  if (!line || !isToBeStripped(decision, document)) return lines;
  const ordinaryItems = items.map(({ ordinaryTax, ...item }) => ({
    ...item,
    base: item.amounts.base,
    lineTax: ordinaryTax,
  }));
  const ordinaryDecision = taxer.decideWithoutBuyer(fee);
  const ordinary = feeTaxes(fee, ordinaryDecision, amounts.base, ordinaryItems, document, taxer);
  const exactTax = sumOfFractions(ordinary.map((part) => part.lineTax.exactTax));
  const ordinaryTax = { exactTax, split: ordinary[0]!.lineTax.split };
  return [stripped({ ...line, ordinaryTax }, document)];
}

const noAmounts: LineAmounts = { total: 0n, discount: 0n, discountShare: 0n, base: 0n };

export function exactLineOf(
  { at, base, quantity, lineTax }: TaxedLine,
  document: Pick<DocumentToAssess, 'place'>,
): ExactLine {
  const { exactTax, split } = lineTax;
  const signed = base < 0n ? exactTax.negated() : exactTax;
  const { areTaxesSeparate = false, country, rounding } = (at ?? document).place;
  // A manual rate is a single rate, regardless of who levies it.
  const isApart = areTaxesSeparate && split.reason !== 'MANUAL_RATE';
  const exactParts = isApart ? partsOf(signed, split.weights) : null;
  const roundingLaw = rounding && { country, source: rounding.source };
  return { at, base, quantity, exactTax: signed, exactParts, taxRate: split.taxRate, roundingLaw };
}

/** Splits the tax by the weights, which are proportional to the exact taxes. */
function partsOf(exactTax: Fraction, weights: readonly bigint[]): Fraction[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  return weights.map((weight) => (whole === 0n ? zeroFraction : exactTax.times(new Fraction(weight, whole))));
}

/** Whether an exempt buyer pays the price without the included tax. */
function isToBeStripped(decision: TreatmentDecision, { isTaxInclusive, options }: DocumentToAssess): boolean {
  if (!isTaxInclusive || options.exemptInclusivePrice === 'KEEP' || decision.kind !== 'untaxed') return false;
  return taxReasonFacts[decision.reason].isBuyersRelief;
}

function stripped(line: TaxedLine, document: DocumentToAssess): TaxedLine {
  const { isTaxInclusive, options } = document;
  const ordinary = exactLineOf({ ...line, lineTax: line.ordinaryTax }, document);
  const [embedded] = roundTaxes([ordinary], { ...options, isTaxInclusive });
  return { ...line, base: line.base - embedded!.tax };
}
