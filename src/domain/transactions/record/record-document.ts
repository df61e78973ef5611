import type { AssessedLine, Notice } from '../../../tax/model/assessment.ts';
import { type TaxReason, taxReasonFacts } from '../../../tax/model/reasons.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { sumOfTexts, toDecimalText } from '../../base/amount.ts';
import type { DeliveryFee, RuleFacts } from '../../places/place-law.ts';
import { chargedFees } from '../charged-fees.ts';
import { sentCollection } from '../collected-tax.ts';
import { defaultDeliveryMethod } from '../delivery-method.ts';
import { membersAsSent } from '../describing-members.ts';
import type { Item, LineFigures, ShippingFee } from '../document-line.ts';
import { recordedProduct } from '../item-product.ts';
import type { StateFee, TransactionDocument } from '../transaction.ts';
import type { TangibleCategory } from '../transaction-enums.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from '../transaction-input.ts';
import type { FactsToFreeze } from './record-snapshot.ts';

/** The inputs and results of a calculation. */
type AssessedFacts = FactsToFreeze & {
  readonly input: TransactionInput;
  readonly currency: string;
  readonly notices: readonly Notice[];
  /** The state fees on the delivery. */
  readonly deliveryFees: readonly DeliveryFee[];
  /** Whether the buyer is charged the fees. */
  readonly isFeeCharged: boolean;
  /** Whether a tax code is for tangible goods. */
  tangibleOf(taxCode: string): boolean;
};

/**
 * Combines the input and the figures into the document that is stored and returned; `recordSnapshot` records the law.
 */
export function recordDocument(assessed: AssessedFacts): TransactionDocument {
  const { input, assessment } = assessed;
  const items = recordItems(assessed);
  const shippingFee = input.shippingFee && recordShippingFee(assessed, input.shippingFee);
  const sumOf = (isCounted: (item: Item) => boolean) =>
    sumOfTexts(items.filter(isCounted).map((item) => item.totalPrice));
  const fees = assessed.deliveryFees.map((fee) => recordFeeOf(fee, assessed.isFeeCharged));
  return {
    ...membersAsSent(input),
    items,
    shippingFee,
    isTaxInclusive: input.isTaxInclusive,
    shippingAddress: input.shippingAddress,
    shipFromAddress: input.shipFromAddress,
    deliveryMethod: input.deliveryMethod ?? defaultDeliveryMethod(input),
    ...(input.deliveryMethod !== null && { isDeliveryMethodSent: true }),
    ...(input.placeEvidence && { placeEvidence: input.placeEvidence }),
    taxDate: assessed.places[0]!.facts.taxPlace.taxDate,
    currency: assessed.currency,
    subsidiary: input.subsidiary,
    salesTax: { amount: toDecimalText(assessment.taxAmount), rate: toDecimalText(assessment.taxRate) },
    taxableItemsAmount: sumOf((item) => item.taxableCategory === 'TAXABLE'),
    tangibleItemsAmount: sumOf((item) => item.tangibleCategory === 'TANGIBLE'),
    totalItemsAmount: toDecimalText(assessment.totalItemsAmount),
    totalDiscount: toDecimalText(assessment.totalDiscount),
    transactionLevelDiscount: input.transactionLevelDiscount,
    finalTransactionAmount: toDecimalText(assessment.finalTransactionAmount.plus(chargedFees(fees))),
    reason: sharedReason([...items, ...(shippingFee ? [shippingFee] : [])].map((line) => line.reason)),
    notices: [...assessed.notices, ...assessment.notices],
    fees,
    ...sentCollection(input),
    ...(input.marketplace !== null && { marketplace: input.marketplace }),
    refundOf: null,
  };
}

function recordItems(assessed: AssessedFacts): Item[] {
  const { input, assessment } = assessed;
  const items: Item[] = new Array(input.items.length);
  for (const { indexes, itemRules } of assessed.places) {
    for (const [position, index] of indexes.entries()) {
      const item = recordItem(assessed, input.items[index]!, assessment.items[index]!, itemRules[position]!);
      items[index] = withOwnAddresses(item, input.items[index]!);
    }
  }
  return items;
}

/** Items that use the document addresses have no address members. */
export function withOwnAddresses(
  item: Item,
  { shippingAddress, shipFromAddress }: Pick<ItemInput, 'shippingAddress' | 'shipFromAddress'>,
): Item {
  if (!shippingAddress && !shipFromAddress) return item;
  return { ...item, ...(shippingAddress && { shippingAddress }), ...(shipFromAddress && { shipFromAddress }) };
}

function recordItem(assessed: AssessedFacts, item: ItemInput, line: AssessedLine, { rule }: RuleFacts): Item {
  return {
    unitPrice: item.unitPrice,
    quantity: item.quantity ?? toDecimalText(decimal('1')),
    description: item.description,
    name: item.name,
    taxCode: item.taxCode,
    manualSalesTax: item.manualSalesTax,
    manualSalesTaxRate: item.manualSalesTaxRate,
    discount: item.discount,
    relativeTransactionDiscount: toDecimalText(line.relativeTransactionDiscount),
    isSentAsNotTaxable: item.taxableCategory === 'NOT_TAXABLE',
    ...recordedProduct(item),
    ...(item.productMapping && item.tangibleCategory !== null && { isTangibleCategorySent: true }),
    ...(item.attributes && { attributes: item.attributes }),
    ...sentCollection(item),
    ...(item.sentQuantity && { sentQuantity: item.sentQuantity }),
    ...figures(assessed, item, line, rule), // The figures come last, because adding members to a copy is slow.
  };
}

function recordShippingFee(assessed: AssessedFacts, fee: ShippingFeeInput): ShippingFee {
  return {
    taxCode: fee.taxCode,
    manualSalesTax: fee.manualSalesTax,
    manualSalesTaxRate: fee.manualSalesTaxRate,
    isSentAsNotTaxable: fee.taxableCategory === 'NOT_TAXABLE',
    ...figures(assessed, fee, assessed.assessment.shippingFee!, assessed.shippingRule!.rule),
  };
}

type SentLine = { readonly taxCode: string; readonly tangibleCategory: TangibleCategory | null };

function figures(assessed: AssessedFacts, sent: SentLine, line: AssessedLine, rule: TaxRule): LineFigures {
  return {
    totalPrice: toDecimalText(line.totalPrice),
    calculatedTotal: toDecimalText(line.calculatedTotal),
    taxAmount: toDecimalText(line.taxAmount),
    taxRate: toDecimalText(line.taxRate),
    taxableAmount: toDecimalText(line.taxableAmount),
    reason: line.reason,
    taxableCategory: isTaxableThere(line.reason, rule) ? 'TAXABLE' : 'NOT_TAXABLE',
    tangibleCategory: sent.tangibleCategory ?? (assessed.tangibleOf(sent.taxCode) ? 'TANGIBLE' : 'INTANGIBLE'),
  };
}

/** Whether local law taxes the line in principle: an exempt customer does not make goods untaxable. */
function isTaxableThere(reason: TaxReason, rule: TaxRule): boolean {
  if (taxReasonFacts[reason].isUntaxedByNature) return false;
  if (reason === 'MANUAL_RATE') return true;
  return rule.terms.some((term) => term.rate.kind !== 'none');
}

/**
 * The reason shared by all lines. If reasons differ: `TAXED` if any line is taxed, otherwise the first line's reason.
 */
export function sharedReason(reasons: readonly TaxReason[]): TaxReason {
  const [first = 'TAXED'] = reasons;
  if (reasons.every((reason) => reason === first)) return first;
  return reasons.includes('TAXED') ? 'TAXED' : first;
}

function recordFeeOf({ state, name, amount, law, exemptIf }: DeliveryFee, isCharged: boolean): StateFee {
  return { isCharged, state, name, amount: toDecimalText(amount), law, exemptIf };
}
