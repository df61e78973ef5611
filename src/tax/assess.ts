import { assessedLine } from './assessed-line.ts';
import type { Assessment, DocumentToAssess, Notice } from './assessment.ts';
import { createBurdenFinder } from './burden-finder.ts';
import { toUnits } from './decimal.ts';
import { shareDiscount } from './discounts.ts';
import { documentTotals } from './document-totals.ts';
import { lineAmounts, totalPriceNotice } from './line-amounts.ts';
import { roundTaxes } from './rounding-levels.ts';
import { exactLineOf, type TaxedLine, taxedFee, taxedItem } from './taxed-lines.ts';

/**
 * The tax of a document, in the steps of the calculation. Amounts inside are whole minor units, exact taxes are
 * fractions of them, and each figure is rounded once. The document must be free of the faults that `documentFaults` finds.
 */
export function assess(document: DocumentToAssess): Assessment {
  const { items, shippingFee, minorUnit, isTaxInclusive, options } = document;

  // Steps 1 to 3: line totals, line discounts, line nets. A shipping fee has no discount of its own.
  const amounts = items.map((item) => lineAmounts(item, minorUnit));
  const feePrice = shippingFee ? toUnits(shippingFee.totalPrice, minorUnit) : 0n;

  // Steps 4 and 5: shares of the transaction discount, and the bases that they leave.
  const nets = amounts.map(({ net }) => net);
  const weights = options.discountCoversShipping ? [...nets, feePrice] : nets;
  const shares = shareDiscount(toUnits(document.transactionLevelDiscount, minorUnit), weights);
  const feeShare = shares[items.length] ?? 0n;

  // Step 6: which rates hold for each line, and its exact tax.
  const finder = createBurdenFinder(document);
  const taxedItems = items.map((item, index) => {
    const { total, discount, net } = amounts[index]!;
    const share = shares[index]!;
    return taxedItem(item, { total, discount, share, base: net - share }, document, finder);
  });
  const feeAmounts = { total: feePrice, discount: 0n, share: feeShare, base: feePrice - feeShare };
  const fee = shippingFee && taxedFee(shippingFee, feeAmounts, taxedItems, document, finder);

  // Step 7: the tax, rounded.
  const lines = fee ? [...taxedItems, fee] : taxedItems;
  const taxes = roundTaxes(lines.map(exactLineOf), { ...options, isTaxInclusive });

  // Step 8: net and gross, the parts of the jurisdictions, and the document's sums.
  const assessed = lines.map((line, index) => assessedLine(line, line.burden, taxes[index]!, document));
  return {
    items: assessed.slice(0, items.length),
    shippingFee: assessed[items.length] ?? null,
    ...documentTotals(countedLines(taxedItems, fee, taxes), assessed, document),
    notices: noticesOf(document),
  };
}

function countedLines(items: readonly TaxedLine[], fee: TaxedLine | null, taxes: readonly bigint[]) {
  return {
    items: items.map((item, index) => ({ ...item, tax: taxes[index]! })),
    fee: fee && { ...fee, tax: taxes[items.length]! },
  };
}

function noticesOf({ items, minorUnit }: DocumentToAssess): Notice[] {
  const notices = items.map((item, index) => totalPriceNotice(item, minorUnit, index));
  return notices.filter((notice) => notice !== null);
}
