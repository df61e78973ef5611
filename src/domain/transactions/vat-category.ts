import { euSentences } from '../../tax/law/supply.ts';
import type { Supply } from '../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import { type TaxReason, taxReasonFacts } from '../../tax/model/reasons.ts';
import type { DecimalText } from '../base/amount.ts';
import type { VatCategory } from '../base/vat-category.ts';

/** One jurisdiction's part of a line, with the facts that determine its category. */
export type CategorizedPart = {
  readonly jurisdiction: Jurisdiction;
  readonly appliedRate: DecimalText;
  readonly reason: TaxReason;
  readonly supply: Supply;
};

/** Provincial sales taxes, turnover taxes and other taxes that a buyer cannot deduct. */
const notVat = new Set(['CA-BC', 'CA-MB', 'CA-SK', 'AW', 'CW', 'ER', 'MM', 'MY']);

/** Spanish territories with a VAT category for their own tax. */
const ownCategories: Readonly<Record<string, VatCategory>> = { 'ES-CN': 'L', 'ES-CE': 'M', 'ES-ML': 'M' };

/**
 * The VAT category. Null for taxes other than VAT, and if the reason allows several categories: a sale to a country
 * without VAT is an export for goods, but out of scope for services.
 */
export function vatCategoryOf(part: CategorizedPart): VatCategory | null {
  const { jurisdiction, appliedRate, reason } = part;
  if (jurisdiction.level !== 'COUNTRY' && jurisdiction.level !== 'REGION') return null;
  // An export depends on the country of dispatch, regardless of the destination's tax.
  if (isExport(part) && jurisdiction.level === 'COUNTRY') return 'G';
  if (notVat.has(jurisdiction.id)) return null;
  const ofTaxed = ownCategories[jurisdiction.id];
  if (appliedRate !== '0') return ofTaxed ?? 'S';
  switch (reason) {
    case 'ZERO_RATED':
      return ofTaxed ?? 'Z';
    case 'PRODUCT_EXEMPT':
    case 'CUSTOMER_EXEMPT':
    case 'CUSTOMER_TYPE':
    case 'SMALL_BUSINESS':
      return 'E';
    case 'PRODUCT_NOT_TAXABLE':
      return 'O';
    case 'REVERSE_CHARGE':
      return 'AE';
    case 'INTRA_COMMUNITY':
      return 'K';
    case 'EXPORT':
    case 'IMPORT_AT_BORDER':
      return isExport(part) ? 'G' : null;
    case 'TAXED':
    case 'REDUCED_RATE':
    case 'BELOW_THRESHOLD':
    case 'ABOVE_THRESHOLD':
    case 'CAP_REACHED':
    case 'HOLIDAY':
    case 'CUSTOMER_PARTLY_EXEMPT':
    case 'MARKETPLACE':
    case 'SENT_AS_NOT_TAXABLE':
    case 'MANUAL_RATE':
    case 'NOT_COLLECTING':
    case 'NO_TAX_THERE':
    case 'NOT_COVERED':
    case 'OUTSIDE_TERRITORY':
      return null;
  }
}

/** An import taxed at the border is an export for the seller's country if the law requires the invoice to say so. */
function isExport(part: CategorizedPart): boolean {
  return part.reason === 'EXPORT' || (part.reason === 'IMPORT_AT_BORDER' && sentenceOf(part) !== null);
}

/**
 * The VATEX code if only one code is possible; null otherwise. It is unknown which article of the Directive exempts a
 * product or buyer, and the EU codes do not apply to other exports and reverse charges.
 */
export function exemptionCodeOf(category: VatCategory, part: CategorizedPart): string | null {
  const sentence = sentenceOf(part);
  switch (category) {
    case 'E':
      return sentence === euSentences.frenchSmallBusiness ? 'VATEX-FR-FRANCHISE' : null;
    case 'AE':
      return sentence === euSentences.reverseCharge ? 'VATEX-EU-AE' : null;
    case 'K':
      return 'VATEX-EU-IC';
    case 'G':
      return sentence === euSentences.export ? 'VATEX-EU-G' : null;
    case 'O':
      return 'VATEX-EU-O';
    default:
      return null;
  }
}

/**
 * The sentence that the law requires on the invoice; otherwise, the reason. Null for a taxed line, even at a rate of
 * zero.
 */
export function exemptionTextOf(category: VatCategory, part: CategorizedPart): string | null {
  const isTaxed = category === 'S' || category === 'Z' || category === 'L' || category === 'M';
  return isTaxed ? null : (sentenceOf(part) ?? taxReasonFacts[part.reason].description);
}

function sentenceOf({ supply, reason }: CategorizedPart): string | null {
  return supply.kind !== 'TAXED' && supply.kind === reason ? supply.sentence : null;
}
