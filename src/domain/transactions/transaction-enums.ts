import { type TaxReason, taxReasonFacts, taxReasons } from '../../tax/model/reasons.ts';
import { type EnumerationValue, enumeration, states } from '../base/record.ts';

export const transactionType = enumeration(
  'TransactionType',
  'Type of a sales document. Tax is calculated for every type.',
  {
    SALES_ORDER: 'An order, which does not count toward nexus or the tax owed.',
    INVOICE: 'A sale, which counts toward nexus and the tax owed.',
    ESTIMATE: 'A quote, which does not count toward nexus or the tax owed.',
    REFUND:
      'A refund of the invoice in `createdFrom`. It uses the rates stored with the invoice and reduces the tax owed on the refund’s own tax date.',
    TAXABLE_REFUND: 'A refund calculated from its own address and date. It reduces the tax owed.',
  },
);
export type TransactionType = EnumerationValue<typeof transactionType>;

/** The types that count toward nexus and the tax owed; a refund is subtracted. */
export const countedTypes = ['INVOICE', 'REFUND', 'TAXABLE_REFUND'] as const satisfies readonly TransactionType[];

export const transactionStatus = states('TransactionStatus', 'Status of a document, as set by the seller.', {
  ACTIVE: 'In force. The document counts according to its type.',
  CANCELLED: 'Withdrawn. The document can be read, but does not count toward nexus or the tax owed.',
  PAID: 'In force and paid. The document counts like an `ACTIVE` document.',
});

export const transactionFilingStatus = states(
  'TransactionFilingStatus',
  'Whether the document was part of a tax return.',
  {
    NOT_FILED: 'Not part of a submitted return. The document can change.',
    FILED: 'Part of a submitted return. No tax-relevant field can change until the document is set to `NOT_FILED`.',
  },
);
export type TransactionFilingStatus = EnumerationValue<typeof transactionFilingStatus>;

export const tangibleCategory = enumeration('TangibleCategory', 'Whether a line is a physical product.', {
  TANGIBLE: 'Physical goods, which are counted in `tangibleItemsAmount`.',
  INTANGIBLE: 'Services and digital products, which are not counted in `tangibleItemsAmount`.',
});
export type TangibleCategory = EnumerationValue<typeof tangibleCategory>;

export const taxableCategory = enumeration('TaxableCategory', 'Whether a line is taxed.', {
  TAXABLE: 'The line is taxed. In a request, this value has no effect, because the law of the place decides.',
  NOT_TAXABLE:
    'The line is not taxed. In a request, it excludes the line from tax with the reason `SENT_AS_NOT_TAXABLE`.',
});

export const taxCollector = enumeration('TaxCollector', 'Who collects the tax on a sale.', {
  SELLER: 'The seller charges the tax.',
  MARKETPLACE: 'The marketplace collects and remits the tax. No tax is charged here, with the reason `MARKETPLACE`.',
});

export const productMapping = enumeration('ProductMapping', 'Whether the product of an item had a tax code.', {
  MAPPED: 'The item was sent without a tax code and has the code of its product.',
  UNMAPPED: 'The item was sent without a tax code, and its product had no tax code; see the notice `PRODUCT_UNMAPPED`.',
});
export type ProductMapping = EnumerationValue<typeof productMapping>;

export const refundKind = enumeration('RefundKind', 'Amounts returned by a refund of a stored invoice.', {
  PRICE_AND_TAX: 'The price of the refunded lines, with its tax.',
  TAX_ONLY: 'Only the tax, for example after a late certificate. The taxed amount becomes exempt.',
});

export const reporting = enumeration('Reporting', 'Reporting period of a document.', {
  OPEN_PERIOD:
    'The period of the tax date or, if the return for that period was already filed, the next open period. If the setting `latePolicy` is `REFUSE`, a late document is refused instead.',
  OWN_PERIOD:
    'The period of the tax date, whose return must be open. Reopen a filed return first, then file the amendment.',
});
export type Reporting = EnumerationValue<typeof reporting>;

export const exemptionOverrideKind = enumeration('ExemptionOverrideKind', 'Exemption decision for one document.', {
  IGNORE_CERTIFICATES: 'The document is taxed as if its customer had no certificate.',
  FORCE_EXEMPT: 'The document is exempt without a certificate, with the reason `CUSTOMER_EXEMPT`.',
});

export const taxReason = enumeration(
  'TaxReason',
  'Reason for the tax on a document or line, or for the tax of one jurisdiction on a line.',
  Object.fromEntries(taxReasons.map((reason) => [reason, taxReasonFacts[reason].description])) as Record<
    TaxReason,
    string
  >,
);

/**
 * Why a place does not count sales, in the order in which sales that fall under several are listed: for `RESALE`, the
 * customer type of the invoice; for `BUSINESS` and `EXEMPT`, the line's reason; for `MARKETPLACE`, the collector. If a
 * line is exempt, only its amount is excluded; the invoice is still counted.
 */
export const exclusionReason = enumeration('NexusExclusionReason', 'Why sales do not count toward a threshold.', {
  MARKETPLACE: 'A marketplace collects the tax, and the state does not count sales through marketplaces.',
  RESALE:
    'The customer is of the type `RESELLER`, and only retail or taxable sales (in a state) or sales to consumers (in a country) count. Includes resales through marketplaces, even if the state counts marketplace sales.',
  BUSINESS:
    'The buyer accounts for the tax (reverse charge, intra-Community supply), and the country counts only sales to consumers.',
  EXEMPT: 'The lines are not taxed, and the state counts only taxable sales.',
});
export type ExclusionReason = EnumerationValue<typeof exclusionReason>;
