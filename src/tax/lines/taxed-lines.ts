import type { TreatmentDecision } from '../law/tax-treatment.ts';
import type { DocumentToAssess, ItemToAssess, PlaceToAssess, ShippingFeeToAssess } from '../model/assessment.ts';
import { taxReasonFacts } from '../model/reasons.ts';
import { type Decimal, one } from '../numbers/decimal.ts';
import { Fraction, oneFraction, zeroFraction } from '../numbers/fraction.ts';
import type { LineAmounts } from './line-amounts.ts';
import type { LineTax } from './line-tax.ts';
import type { LineTaxer } from './line-taxer.ts';
import { type ExactLine, roundTaxes } from './rounding-levels.ts';
import { feeTax } from './shipping.ts';

/** A line after step 6: its base is known and its tax is exact. */
export type TaxedLine = {
  /** As in the facts of the line. */
  readonly at: PlaceToAssess | undefined;
  readonly amounts: LineAmounts;
  /** After discounts; reduced again if the included tax was removed from an exempt buyer's price. */
  readonly base: bigint;
  readonly quantity: Decimal;
  readonly lineTax: LineTax;
  /** The tax for a buyer without an exemption; it differs only if that tax was removed from an exempt buyer's price. */
  readonly ordinaryTax: LineTax;
};

export function taxedItem(
  item: ItemToAssess,
  amounts: LineAmounts,
  document: DocumentToAssess,
  taxer: LineTaxer,
): TaxedLine {
  const { at, quantity } = item;
  const { base } = amounts;
  const line = { facts: item, base, quantity, goodsShare: oneFraction };
  const decision = taxer.decide(item);
  const lineTax = taxer.tax(decision, line);
  if (!isToBeStripped(decision, document)) return { at, amounts, base, quantity, lineTax, ordinaryTax: lineTax };
  const ordinaryTax = taxer.tax(taxer.decideWithoutBuyer(item), line);
  return stripped({ at, amounts, base, quantity, lineTax, ordinaryTax }, document);
}

export function taxedFee(
  fee: ShippingFeeToAssess,
  amounts: LineAmounts,
  items: readonly TaxedLine[],
  document: DocumentToAssess,
  taxer: LineTaxer,
): TaxedLine {
  const decision = taxer.decide(fee);
  const lineTax = feeTax(fee, decision, amounts.base, items, document, taxer);
  const line = { at: undefined, amounts, base: amounts.base, quantity: one, lineTax, ordinaryTax: lineTax };
  if (!isToBeStripped(decision, document)) return line;
  const ordinaryItems = items.map((item) => ({ at: item.at, base: item.amounts.base, lineTax: item.ordinaryTax }));
  const ordinaryDecision = taxer.decideWithoutBuyer(fee);
  const ordinaryTax = feeTax(fee, ordinaryDecision, amounts.base, ordinaryItems, document, taxer);
  return stripped({ ...line, ordinaryTax }, document);
}

export function exactLineOf(
  { at, base, quantity, lineTax }: TaxedLine,
  document: Pick<DocumentToAssess, 'place'>,
): ExactLine {
  const { exactTax, split } = lineTax;
  const signed = base < 0n ? exactTax.negated() : exactTax;
  const { areTaxesSeparate = false } = (at ?? document).place;
  // A manual rate is one rate, whoever levies it.
  const isApart = areTaxesSeparate && split.reason !== 'MANUAL_RATE';
  const exactParts = isApart ? partsOf(signed, split.weights) : null;
  return { at, base, quantity, exactTax: signed, exactParts, taxRate: split.taxRate };
}

/** The weights are proportional to the exact taxes. */
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
