import { collectorOf } from '../../tax/law/collector.ts';
import { type TaxReason, taxReasonFacts } from '../../tax/model/reasons.ts';
import { decimal, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import { collectorOfFee } from '../transactions/collected-tax.ts';
import type { Item, LineFigures } from '../transactions/document-line.ts';
import { figuresOfPart, partsOfLine, rateOf, widestOf } from '../transactions/parts-of-line.ts';
import { freedPartOf } from '../transactions/refund/exempted-part.ts';
import { withoutTax } from '../transactions/signed-amount.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type {
  ExemptedPart,
  SnapshotLine,
  SnapshotRefundedLine,
  SnapshotTaxLine,
  TransactionSnapshot,
} from '../transactions/transaction-snapshot.ts';
import type { Part } from './added-figures.ts';

/** A line of a document, with the parts that reports add up. */
export type ReportedLine = {
  readonly taxCode: string;
  readonly grossAmount: DecimalText;
  readonly parts: readonly Part[];
  readonly recorded: SnapshotLine;
  /** Whether the line is a fee for goods taxed at several rates, with one part per rate. */
  readonly isSplit: boolean;
  readonly isOfMarketplace: boolean;
};

export function reportedLines(transaction: Transaction, snapshot: TransactionSnapshot): ReportedLine[] {
  const { items, shippingFee, isTaxInclusive, collectedBy } = transaction;
  const { refund } = snapshot;
  const lineOf = (
    figures: LineFigures & Pick<Item, 'taxCode' | 'collectedBy'>,
    recorded: SnapshotLine,
    refunded: SnapshotRefundedLine | null | undefined,
    split: readonly (readonly SnapshotTaxLine[])[] = [],
  ): ReportedLine => {
    const { taxCode, calculatedTotal, taxAmount, reason } = figures;
    const exemptionReason = snapshot.evidence ? groundOfLine(recorded, snapshot) : null;
    const grossAmount = withoutTax(calculatedTotal, taxAmount, isTaxInclusive);
    const exempted = freedPartOf({ ...figures, exempted: refunded?.exempted }, transaction);
    // A line that is now fully exempt has no rate, so the taxable part to subtract uses the invoice's rate.
    const rate = exempted ? rateOf(recorded.taxLines, snapshot) : figures.taxRate;
    const isSplit = split.length > 1;
    const parts = isSplit
      ? split.flatMap((taxLines) => partsOfSplit(taxCode, taxLines, transaction, snapshot))
      : partsOf(
          // The totals for marketplace sales include only the tax that the marketplace collected.
          { ...figures, rate, exemptionReason, grossAmount, taxAmount: recorded.collectedTaxAmount ?? taxAmount },
          exempted,
        );
    const sent = figures.collectedBy ?? collectedBy ?? undefined;
    const collector = collectorOf({ collectedBy: sent }, snapshot.customerType);
    const isOfMarketplace = collector === 'MARKETPLACE' || reason === 'MARKETPLACE';
    return { taxCode, grossAmount, parts, recorded, isSplit, isOfMarketplace };
  };
  const ofItems = items.map((item, index) => lineOf(item, snapshot.items[index]!, refund?.items[index]));
  if (!shippingFee || !snapshot.shippingFee) return ofItems;
  const fee = snapshot.shippingFee;
  const feeCollector = refund?.shippingFee?.collectedBy ?? collectorOfFee(transaction) ?? undefined;
  const figures = { ...shippingFee, collectedBy: feeCollector };
  return [...ofItems, lineOf(figures, fee, refund?.shippingFee, partsOfLine(fee.taxLines))];
}

/**
 * When only the tax on a sale is refunded, the sale remains as an exempt sale. The tax refund moves it from taxable to
 * exempt, and a later refund of the price subtracts it from exempt.
 */
export function partsOf(figures: Part, exempted: ExemptedPart | undefined): Part[] {
  const { taxCode, reason, rate, exemptionReason, grossAmount, taxableAmount, taxAmount } = figures;
  const part = { taxCode, reason, rate, exemptionReason, grossAmount, taxableAmount, taxAmount };
  if (!exempted) return [part];
  const none = toDecimalText(zero);
  const rest = toDecimalText(decimal(grossAmount).minus(decimal(exempted.amount)));
  const moved = { taxCode, reason: 'CUSTOMER_EXEMPT', rate: none, exemptionReason: null } as const;
  return [
    { ...part, reason: exempted.reason, grossAmount: rest },
    { ...moved, grossAmount: exempted.amount, taxableAmount: none, taxAmount: none },
  ];
}

/** One part of a fee for goods taxed at several rates. */
function partsOfSplit(
  taxCode: string,
  taxLines: readonly SnapshotTaxLine[],
  transaction: Transaction,
  snapshot: TransactionSnapshot,
): Part[] {
  const exemptionReason = groundOfLine({ taxLines }, snapshot);
  const figures = { taxCode, exemptionReason, ...figuresOfPart(taxLines, snapshot) };
  return partsOf(figures, freedPartOf(widestOf(taxLines), transaction));
}

function groundOfLine(
  { taxLines }: Pick<SnapshotLine, 'taxLines'>,
  snapshot: TransactionSnapshot,
): ExemptionReason | null {
  const relieved = taxLines.find(({ certificateId }) => certificateId !== null);
  return groundOf(relieved?.certificateId ?? null, snapshot);
}

/**
 * Null for the document's own override and for states declared exempt in a quote, because neither has a certificate.
 */
export function groundOf(certificateId: string | null, { evidence = [] }: TransactionSnapshot): ExemptionReason | null {
  if (certificateId === null) return null;
  return evidence.find(({ id }) => id === certificateId)?.exemptionReason ?? null;
}

/**
 * The first part counts the document and includes its fees, so it should be one that nexus counts. Some places exclude
 * marketplace sales. Of these, some abroad also exclude sales whose buyer owes the tax.
 */
export function inOrderOfCounting(lines: readonly ReportedLine[]) {
  const parts = lines.flatMap(({ parts: ofLine, isOfMarketplace }) =>
    ofLine.map((part) => ({ part, label: isOfMarketplace ? 'MARKETPLACE' : part.reason })),
  );
  const rank = ({ label }: { readonly label: TaxReason }) =>
    label === 'MARKETPLACE' ? 2 : taxReasonFacts[label].nexusSales === 'BUSINESS' ? 1 : 0;
  return parts.toSorted((one, other) => rank(one) - rank(other));
}
