import type { Answer } from '../law/questions.ts';
import type { DocumentToAssess, ItemToAssess, ShippingFeeToAssess } from '../model/assessment.ts';
import { type Decimal, one } from '../numbers/decimal.ts';
import { oneFraction } from '../numbers/fraction.ts';
import type { Burden } from './burden.ts';
import type { BurdenFinder } from './burden-finder.ts';
import type { LineAmounts } from './line-amounts.ts';
import { type ExactLine, roundTaxes } from './rounding-levels.ts';
import { feeBurden } from './shipping.ts';

/** A line after step 6: its base is known and its tax is exact. */
export type TaxedLine = {
  readonly amounts: LineAmounts;
  /** After discounts; lowered once more where the tax was taken out of an exempt buyer's price. */
  readonly base: bigint;
  readonly quantity: Decimal;
  readonly burden: Burden;
  /** What any other buyer would bear; differs only where that tax was taken out of the price. */
  readonly ordinaryBurden: Burden;
};

export function taxedItem(
  item: ItemToAssess,
  amounts: LineAmounts,
  document: DocumentToAssess,
  finder: BurdenFinder,
): TaxedLine {
  const { quantity } = item;
  const { base } = amounts;
  const line = { treatment: item, base, quantity, goodsShare: oneFraction };
  const answer = finder.answerFor(item);
  const burden = finder.find(answer, line);
  if (!isToBeStripped(answer, document)) return { amounts, base, quantity, burden, ordinaryBurden: burden };
  const ordinaryBurden = finder.find(finder.answerWithoutBuyer(item), line);
  return stripped({ amounts, base, quantity, burden, ordinaryBurden }, document);
}

export function taxedFee(
  fee: ShippingFeeToAssess,
  amounts: LineAmounts,
  items: readonly TaxedLine[],
  document: DocumentToAssess,
  finder: BurdenFinder,
): TaxedLine {
  const answer = finder.answerFor(fee);
  const burden = feeBurden(fee, answer, amounts.base, items, document, finder);
  const line = { amounts, base: amounts.base, quantity: one, burden, ordinaryBurden: burden };
  if (!isToBeStripped(answer, document)) return line;
  const ordinaryItems = items.map((item) => ({ base: item.amounts.base, burden: item.ordinaryBurden }));
  const ordinaryAnswer = finder.answerWithoutBuyer(fee);
  const ordinaryBurden = feeBurden(fee, ordinaryAnswer, amounts.base, ordinaryItems, document, finder);
  return stripped({ ...line, ordinaryBurden }, document);
}

export function exactLineOf({ base, quantity, burden }: TaxedLine): ExactLine {
  const { exactTax, sharing } = burden;
  return { base, quantity, exactTax: base < 0n ? exactTax.negated() : exactTax, taxRate: sharing.taxRate };
}

/** Whether an exempt buyer is to pay the price without the tax that is inside it for others. */
function isToBeStripped(answer: Answer, { isTaxInclusive, options }: DocumentToAssess): boolean {
  if (!isTaxInclusive || options.exemptInclusivePrice === 'KEEP' || answer.kind !== 'untaxed') return false;
  return answer.reason === 'CUSTOMER_EXEMPT' || answer.reason === 'CUSTOMER_TYPE';
}

function stripped(line: TaxedLine, { isTaxInclusive, options }: DocumentToAssess): TaxedLine {
  const ordinary = exactLineOf({ ...line, burden: line.ordinaryBurden });
  const [embedded] = roundTaxes([ordinary], { ...options, isTaxInclusive });
  return { ...line, base: line.base - embedded! };
}
