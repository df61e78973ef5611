import { z } from 'zod';
import { decimal, roundToUnit } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, paidAmountInput, sumOfTexts, toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { absentAsNull } from '../../base/fields.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import { vatCategory } from '../../base/vat-category.ts';
import { netOf, partsOfLine } from '../parts-of-line.ts';
import { placesOf } from '../snapshot-places.ts';
import type { TransactionDocument } from '../transaction.ts';
import { taxReason } from '../transaction-enums.ts';
import type { SnapshotLine, SnapshotTaxLine, TransactionSnapshot } from '../transaction-snapshot.ts';
import { type CategoryPart, categoryOf, categoryParts } from './document-tax-lines.ts';
import { sharedReason } from './record-document.ts';

const invoiceRule = enumeration('ElectronicInvoiceRule', 'A business rule of EN 16931.', {
  BR_CO_04:
    'Every line has a VAT category. Lines without a category are untaxed for a `reason` that allows several categories; choose the applicable category.',
  BR_CO_17:
    'The tax of a category equals its taxable amount times its rate. Validators accept differences below 1, which rounding of each line or unit can exceed. To avoid this, use the rounding level `DOCUMENT_PER_RATE`.',
  BR_O_11: 'An invoice with sales outside the scope of VAT (`O`) has no other sales. Send two invoices.',
});

const category = {
  vatCategory: field.optional(
    field.choice(vatCategory, 'VAT category (BT-118; BT-151 on a line).'),
    'where the reason allows several categories',
  ),
  rate: field.fraction(
    'VAT rate (BT-119; BT-152 on a line); 0 for every category without tax. An invoice omits it for `O` (BR-O-05).',
  ),
};

const vatSubtotal = record('VatSubtotal', 'Sales in one VAT category at one rate (BG-23).', {
  ...category,
  taxableAmount: field.amount('Net amount of the lines (BT-116), whether taxed or exempt.'),
  taxAmount: field.amount('VAT on the net amount of the lines (BT-117).'),
  exemptionCode: field.optional(
    field.text('VATEX code of the VAT exemption reason (BT-121).', { examples: ['VATEX-EU-AE'] }),
    'if VAT is charged, or if no single code is certain',
  ),
  exemptionText: field.optional(
    field.text('Sentences that explain why no VAT is charged (BT-120).'),
    'if VAT is charged, or without a `vatCategory`',
  ),
  reason: field.choice(
    taxReason,
    'Reason shared by the lines. If reasons differ, `TAXED` if any line has that reason, otherwise the reason of the first line.',
  ),
});

const vatLine = record(
  'VatLine',
  'An item (BG-25) or shipping fee (BG-21) of an electronic invoice. A line with several categories or rates has an entry for each.',
  {
    pointer: field.text('JSON pointer to the item or shipping fee.', { examples: ['/items/0'] }),
    ...category,
    netAmount: field.amount('Amount after discounts, without VAT (BT-131, BT-99).'),
  },
);

export const vatBreakdown = record(
  'VatBreakdown',
  'VAT on a document as shown in an electronic invoice, in the terms of EN 16931.',
  {
    currency: field.currency('ISO 4217 currency of the amounts (BT-5).'),
    subtotals: field.list(vatSubtotal, 2, 'Sales by VAT category and rate (BG-23).'),
    lines: field.list(vatLine, 5, 'Items and shipping fee with their VAT category and rate.'),
    netAmount: field.amount('Total without VAT (BT-109).'),
    taxAmount: field.amount('Total VAT (BT-110).'),
    grossAmount: field.amount('Total with VAT (BT-112).'),
    prepaidAmount: field.amount('Amount already paid, as submitted with the request (BT-113).'),
    roundingAmount: field.amount('`roundingAmount` of the document (BT-114).'),
    payableAmount: field.amount(
      'Amount due (BT-115): `grossAmount` minus `prepaidAmount` plus `roundingAmount`. Below zero if more was paid.',
    ),
    violatedRules: field.list(
      field.choice(invoiceRule, 'A rule.'),
      1,
      'Rules of EN 16931 that the document violates; empty if it meets all VAT rules.',
    ),
  },
);
type VatBreakdown = RecordOf<typeof vatBreakdown>;

/** Facts needed for an electronic invoice but not stored in documents. */
export const vatBreakdownInput = z.object({
  prepaidAmount: absentAsNull(paidAmountInput).meta({
    description: 'Amount already paid, in the currency of the document (BT-113). It is not stored. Default: 0.',
  }),
});

/** The breakdown, adjusted for a prepayment. */
export function afterPayment(
  breakdown: VatBreakdown | null,
  { prepaidAmount }: z.output<typeof vatBreakdownInput>,
): VatBreakdown | null {
  if (!breakdown || prepaidAmount === null) return breakdown;
  const due = decimal(breakdown.payableAmount).minus(decimal(prepaidAmount));
  return { ...breakdown, prepaidAmount, payableAmount: toDecimalText(due) };
}

type Line = { readonly pointer: string; readonly part: CategoryPart };

/** Null if any place of the document has sales tax, as in the US, or if several authorities tax a line. */
export function vatBreakdownOf(document: TransactionDocument, snapshot: TransactionSnapshot): VatBreakdown | null {
  const frozen = snapshot.items.map((line, index) => ({ pointer: `/items/${index}`, line }));
  if (snapshot.shippingFee) frozen.push({ pointer: '/shippingFee', line: snapshot.shippingFee });
  const isOneTax = frozen.every(({ line }) => partsOfLine(line.taxLines).every((part) => part.length === 1));
  if (!isOneTax || placesOf(snapshot).some(({ regime }) => regime === 'SALES_TAX')) return null;
  const lines = frozen.flatMap(({ pointer, line }) =>
    line.taxLines.flatMap((taxLine) => partsOf(taxLine, line, snapshot).map((part): Line => ({ pointer, part }))),
  );
  const subtotals = [...groupedBy(lines, keyOf).values()].map((ofKey) => subtotalOf(ofKey.map(({ part }) => part)));
  const netAmount = sumOfTexts(subtotals.map(({ taxableAmount }) => taxableAmount));
  const taxAmount = sumOfTexts(subtotals.map((one) => one.taxAmount));
  const grossAmount = sumOfTexts([netAmount, taxAmount]);
  const { currency, finalTransactionAmount, roundingAmount = zero } = document;
  const payableAmount = sumOfTexts([finalTransactionAmount, roundingAmount]);
  return {
    currency,
    subtotals,
    lines: lines.map(({ pointer, part }) => ({
      pointer,
      vatCategory: part.category,
      rate: part.appliedRate,
      netAmount: netOf(part),
    })),
    netAmount,
    taxAmount,
    grossAmount,
    prepaidAmount: zero,
    roundingAmount: toDecimalText(decimal(payableAmount).minus(decimal(grossAmount))),
    payableAmount,
    violatedRules: violatedBy(subtotals, minorUnitOf(currency)),
  };
}

const zero = '0' as DecimalText;

/** The law may tax only a share of a price, and the category of the rest is uncertain. */
function partsOf(taxLine: SnapshotTaxLine, line: SnapshotLine, { rates }: TransactionSnapshot): CategoryPart[] {
  return categoryParts(taxLine, line, rates[taxLine.rate]!).flatMap((part) => {
    const { appliedRate, exemptAmount } = part;
    if (appliedRate === '0' || exemptAmount === '0') return [part];
    const rest = { ...part, category: null, appliedRate: zero, taxableAmount: zero, taxAmount: zero };
    return part.taxableAmount === '0' ? [rest] : [{ ...part, exemptAmount: zero }, rest];
  });
}

const keyOf = ({ part: { category, appliedRate, reason } }: Line) =>
  `${category} ${appliedRate} ${category === null ? reason : ''}`;

function subtotalOf(parts: readonly CategoryPart[]): VatBreakdown['subtotals'][number] {
  return {
    ...categoryOf(parts),
    rate: parts[0]!.appliedRate,
    taxableAmount: sumOfTexts(parts.map(netOf)),
    taxAmount: sumOfTexts(parts.map(({ taxAmount }) => taxAmount)),
    reason: sharedReason(parts.map(({ reason }) => reason)),
  };
}

function violatedBy(subtotals: VatBreakdown['subtotals'], minorUnit: number): VatBreakdown['violatedRules'] {
  const isOff = ({ taxableAmount, rate, taxAmount }: (typeof subtotals)[number]) =>
    roundToUnit(decimal(taxableAmount).times(rate), minorUnit).minus(decimal(taxAmount)).abs().gte(1);
  const has = (name: string | null) => subtotals.some((one) => one.vatCategory === name);
  return [
    ...(has(null) ? (['BR_CO_04'] as const) : []),
    ...(subtotals.some(isOff) ? (['BR_CO_17'] as const) : []),
    ...(has('O') && subtotals.length > 1 ? (['BR_O_11'] as const) : []),
  ];
}
