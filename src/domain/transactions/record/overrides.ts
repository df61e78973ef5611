import type { AssessedLine, Assessment } from '../../../tax/model/assessment.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { LineFigures } from '../document-line.ts';
import type { TransactionDocument } from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';

/** Whether a document overrides any tax decision based on the law or the rate book. */
export function hasOverride({ exemptionOverride, items, shippingFee }: TransactionInput): boolean {
  const isManual = (line: { readonly manualSalesTax: boolean | null } | null) => line?.manualSalesTax === true;
  return exemptionOverride !== null || items.some(isManual) || isManual(shippingFee);
}

/** Whether any line gives a reason for its manual rate. */
export function hasReason({ items, shippingFee }: TransactionInput): boolean {
  return items.some(({ overrideReason }) => overrideReason !== null) || shippingFee?.overrideReason != null;
}

/** The document with its overrides, their reasons, and the tax without them. */
export function withOverrides(
  document: TransactionDocument,
  { exemptionOverride, items, shippingFee }: TransactionInput,
  computed: Assessment | null,
): TransactionDocument {
  return {
    ...document,
    ...(exemptionOverride && { exemptionOverride }),
    ...(computed && { computedTaxAmount: toDecimalText(computed.taxAmount) }),
    items: document.items.map((item, index) => withReason(item, items[index]!, computed?.items[index])),
    shippingFee:
      document.shippingFee && shippingFee
        ? withReason(document.shippingFee, shippingFee, computed?.shippingFee)
        : document.shippingFee,
  };
}

function withReason<Line extends LineFigures>(
  line: Line,
  { overrideReason }: { readonly overrideReason: string | null },
  computed: AssessedLine | null | undefined,
): Line {
  return {
    ...line,
    ...(overrideReason !== null && { overrideReason }),
    ...(computed && { computedTaxAmount: toDecimalText(computed.taxAmount) }),
  };
}
