import { assessedLine, wholeFee } from './lines/assessed-line.ts';
import { documentTotals } from './lines/document-totals.ts';
import { lawfulFeeTax, lawfulRounding } from './lines/lawful-amounts.ts';
import { discountCapNotices, lineAmounts, linePrice, shareDiscount, totalPriceNotice } from './lines/line-amounts.ts';
import { createLineTaxer } from './lines/line-taxer.ts';
import { groupsRounded, roundTaxes } from './lines/rounding-levels.ts';
import { exactLineOf, type TaxedLine, taxedFee, taxedItem } from './lines/taxed-lines.ts';
import type { AssessedLine, Assessment, DocumentToAssess, Notice } from './model/assessment.ts';
import { decimalText, fromUnits, toUnits } from './numbers/decimal.ts';
import type { TraceStep } from './trace/trace.ts';
import { traceAssessment } from './trace/trace-assessment.ts';
import type { Workings } from './trace/workings.ts';

/**
 * Calculates the tax on a document, step by step. Internal amounts are whole minor units, and exact taxes are fractions
 * of them. The document must have none of the issues that `documentIssues` reports.
 */
export function assess(document: DocumentToAssess): Assessment {
  return workOut(document).assessment;
}

/** An assessment with the intermediate results behind its figures. */
export type WorkedOut = { readonly workings: Workings; readonly assessment: Assessment };

/** Yields the steps of a calculation one by one, so that the steps of a long document can be produced in batches. */
export function explain({ workings, assessment }: WorkedOut): Generator<TraceStep, void> {
  return traceAssessment(workings, assessment);
}

/** Like `assess`, but also returns the intermediate results for an explanation. */
export function workOut(document: DocumentToAssess): WorkedOut {
  const parts = workOutInParts(document);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** Like `workOut`, with a pause after each line, because a thousand lines take a long time. */
export function* workOutInParts(document: DocumentToAssess): Generator<void, WorkedOut> {
  const { items, shippingFee, minorUnit, isTaxInclusive, options } = document;

  // Steps 1 to 3: line totals, line discounts, line nets. A shipping fee has no line discount.
  const prices = items.map((item) => linePrice(item, minorUnit));
  const feePrice = shippingFee ? toUnits(shippingFee.totalPrice, minorUnit) : 0n;

  // Steps 4 and 5: shares of the transaction discount, and the remaining bases.
  const nets = prices.map(({ net }) => net);
  const weights = options.discountCoversShipping ? [...nets, feePrice] : nets;
  const discount = toUnits(document.transactionLevelDiscount, minorUnit);
  const shares = shareDiscount(discount, weights);
  const amounts = prices.map((price, index) => lineAmounts(price, shares[index]!));
  const feeAmounts = lineAmounts({ total: feePrice, discount: 0n, net: feePrice }, shares[items.length] ?? 0n);

  // Step 6: the rates that apply to each line, and the line's exact tax.
  const taxer = createLineTaxer(document);
  const taxedItems: TaxedLine[] = [];
  for (const [index, item] of items.entries()) {
    taxedItems.push(taxedItem(item, amounts[index]!, document, taxer));
    yield;
  }
  const fee = shippingFee ? taxedFee(shippingFee, feeAmounts, taxedItems, document, taxer) : [];

  // Step 7: the tax, rounded.
  const lines = [...taxedItems, ...fee];
  const exact = lines.map((line) => exactLineOf(line, document));
  const rounding = { isTaxInclusive, minorUnit, ...options };
  const rounded = roundTaxes(exact, rounding);
  const taxes = rounded.map(({ tax }) => tax);

  // Step 8: net and gross amounts, each jurisdiction's part, and the document's sums.
  const assessed: AssessedLine[] = [];
  for (const [index, line] of lines.entries()) {
    assessed.push(assessedLine(line, rounded[index]!, document));
    yield;
  }
  const assessment: Assessment = {
    items: assessed.slice(0, items.length),
    shippingFee: wholeFee(assessed.slice(items.length)),
    ...documentTotals({ lines, taxes, assessed }, document),
    lawfulFeeTax:
      shippingFee &&
      lawfulFeeTax(fee, document, (lawful) => taxedFee(shippingFee, feeAmounts, taxedItems, lawful, taxer)),
    lawfulRounding: lawfulRounding(exact, taxes, rounding),
    notices: [
      ...noticesOf(document),
      ...discountCapNotices(discount, shares, minorUnit),
      ...zeroNotices({ lines, exact, taxes }, document),
    ],
  };
  return { workings: { document, taxer, lines, exact, rounded, taxes, assessed }, assessment };
}

/**
 * Notices for lines whose tax rounds to zero. Such a line keeps the reason given by the law. If taxes are rounded
 * together, a line has a notice only if the tax on every line of its group is zero.
 */
function zeroNotices(
  { lines, exact, taxes }: Pick<Workings, 'lines' | 'exact' | 'taxes'>,
  { items, minorUnit, options }: DocumentToAssess,
): Notice[] {
  const groups = groupsRounded(exact, options.roundingLevel);
  const taxed = new Set(groups.filter((group) => group.some((index) => taxes[index] !== 0n)).flat());
  const feeTax = taxes.slice(items.length).reduce((sum, tax) => sum + tax, 0n);
  const firstOfFee = lines.findIndex(({ lineTax }, index) => index >= items.length && !lineTax.exactTax.isZero);
  return lines.flatMap(({ lineTax }, index) => {
    const isShown = index < items.length ? taxes[index] === 0n : index === firstOfFee && feeTax === 0n;
    if (!isShown || lineTax.exactTax.isZero || taxed.has(index)) return [];
    const unit = decimalText(fromUnits(1n, minorUnit));
    const pointer = index < items.length ? `/items/${index}` : '/shippingFee';
    const message = `The tax on this line is less than the smallest amount that can be charged, ${unit}, and rounds to zero.`;
    return [{ code: 'ROUNDS_TO_ZERO', pointer, message }];
  });
}

function noticesOf({ items, minorUnit }: DocumentToAssess): Notice[] {
  const notices = items.map((item, index) => totalPriceNotice(item, minorUnit, index));
  return notices.filter((notice) => notice !== null);
}
