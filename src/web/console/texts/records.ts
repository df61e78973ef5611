import type { introspection } from '../generated/introspection.d.ts';

type Types = introspection['types'];

/** Labels for the values of records. For unknown values from later releases, see `known`. */
export const recordTexts = {
  types: {
    INVOICE: 'Invoice',
    REFUND: 'Refund',
    TAXABLE_REFUND: 'Refund',
    ESTIMATE: 'Estimate',
    SALES_ORDER: 'Order',
  },
  statuses: { ACTIVE: 'Active', PAID: 'Paid', CANCELLED: 'Cancelled' },
  filingStatuses: { FILED: 'Filed', NOT_FILED: 'Not filed' },
  levels: {
    COUNTRY: 'Country',
    REGION: 'Region',
    STATE: 'State',
    COUNTY: 'County',
    CITY: 'City',
    DISTRICT: 'District',
  },
  certificateStatuses: {
    ACTIVE: 'Valid',
    CANCELLED: 'Cancelled',
    EXPIRED: 'Expired',
    EXPIRING_SOON: 'Expires soon',
    PENDING: 'Pending',
  },
  certificateRequestStatuses: {
    REQUESTED: 'Waiting for buyer',
    PENDING: 'To decide',
    ACCEPTED: 'Accepted',
    DECLINED: 'Declined',
    REVOKED: 'Withdrawn',
  },
  exemptionReasons: {
    AGRICULTURE: 'Agriculture',
    CHARITY: 'Charity',
    DIPLOMATIC: 'Diplomatic',
    DIRECT_PAY: 'Direct pay',
    EDUCATION: 'Education',
    GOVERNMENT: 'Government',
    INDUSTRIAL: 'Industrial',
    OTHER: 'Other',
    RELIGIOUS: 'Religious',
    RESALE: 'Resale',
  } satisfies Record<Types['ExemptionReason']['enumValues'], string>,
  reasons: {
    ABOVE_THRESHOLD: 'Above the threshold',
    BELOW_THRESHOLD: 'Below the threshold',
    CAP_REACHED: 'Capped',
    CUSTOMER_EXEMPT: 'Exempt by certificate',
    CUSTOMER_PARTLY_EXEMPT: 'Partly exempt',
    CUSTOMER_TYPE: 'Exempt customer',
    EXPORT: 'Export',
    HOLIDAY: 'Tax holiday',
    IMPORT_AT_BORDER: 'Taxed at the border',
    INTRA_COMMUNITY: 'Intra-Community',
    MANUAL_RATE: 'Manual rate',
    MARKETPLACE: 'Marketplace collects',
    NOT_COLLECTING: 'Not collecting',
    NOT_COVERED: 'Not covered',
    NO_TAX_THERE: 'No tax',
    OUTSIDE_TERRITORY: 'Outside the territory',
    PRODUCT_EXEMPT: 'Product is exempt',
    PRODUCT_NOT_TAXABLE: 'Not taxable',
    REDUCED_RATE: 'Reduced rate',
    REVERSE_CHARGE: 'Reverse charge',
    SENT_AS_NOT_TAXABLE: 'Sent as not taxable',
    SMALL_BUSINESS: 'Small business',
    TAXED: 'Taxed',
    ZERO_RATED: 'Zero rate',
  } satisfies Record<Types['TaxReason']['enumValues'], string>,
  schemes: {
    STANDARD: 'Standard',
    UNION_ONE_STOP_SHOP: 'One-stop shop (Union)',
    NON_UNION_ONE_STOP_SHOP: 'One-stop shop (non-Union)',
    IMPORT_ONE_STOP_SHOP: 'One-stop shop (import)',
  },
  frequencies: { MONTHLY: 'monthly', QUARTERLY: 'quarterly', HALF_YEARLY: 'half-yearly', YEARLY: 'yearly' },
  sourcing: { DESTINATION: 'at the destination', ORIGIN: 'at the origin', MIXED: 'by jurisdiction' },
  precisions: {
    ROOFTOP: 'the street address',
    ZIP9: 'the nine-digit ZIP code',
    ZIP5: 'the ZIP code',
    CITY: 'the city',
    STATE: 'the state',
    COUNTRY: 'the country',
  },
} as const;

/**
 * The label of a value. Every value of its type needs a label; unknown values from later releases are shown in lower
 * case, with spaces.
 */
export function known<Value extends string>(texts: Readonly<Record<NoInfer<Value>, string>>, value: Value): string {
  return texts[value] ?? value.toLowerCase().replaceAll('_', ' ');
}
