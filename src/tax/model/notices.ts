/**
 * Every notice code with its meaning and, where applicable, the fix. The message of a notice contains the facts. To
 * find the source of a notice, search `src` for its code.
 */
export const noticeMeanings = {
  // The address and its place.
  CITY_HAS_SEVERAL_RATES: 'The city has ZIP codes with different rates. Send the ZIP code.',
  CITY_IS_NOT_MAIN_PLACE: 'The ZIP code mainly serves another place. The rates of the city in the address were used.',
  CITY_NOT_AT_ZIP: 'The city does not match the ZIP code, whose rates were used. Check both.',
  CITY_NOT_IN_RATE_BOOK: 'The city is not in the rate book, so no city rate is included.',
  COUNTY_NOT_AT_ZIP: 'The ZIP code is not known to be in the county. Check the county.',
  EU_GOODS_RULES: 'Northern Ireland follows EU rules for goods, although UK VAT applies.',
  LOCAL_RATES_INCOMPLETE: 'A local rate that may apply is not in the rate book.',
  LOCAL_RATES_NOT_INCLUDED: 'Only the state rate was used. Send a city and a ZIP code.',
  LOCAL_TAX_NOT_COVERED: 'The place levies a local tax that the rate book does not cover.',
  MILITARY_ADDRESS: 'A military address is not in any state, so no sales tax is due.',
  NOT_WITHIN_BOUNDARIES: 'The imported boundaries of the state do not contain the ZIP code, so they were not used.',
  OUTSIDE_CITY_LIMITS: 'The place is the part of the ZIP code outside city limits.',
  OUTSIDE_EU_VAT: 'The place is outside the EU VAT area.',
  PLACED_BY_ZIP_CODE: 'The jurisdictions of the whole ZIP code were used. Send the street, house number or ZIP+4 code.',
  POSTAL_CODE_NOT_OF_COUNTRY: 'The postal code does not match the country. Check the country.',
  PROVINCE_NOT_KNOWN:
    'One field of the address does not name a province of Canada; the province in another field was used.',
  PROVINCE_UNKNOWN: 'The province or state that determines the rate is missing from the address. Send the region.',
  REGIONAL_RATE_CONDITIONAL: 'A lower regional rate was used, which only some sellers may charge.',
  REGIONAL_RATE_NOT_APPLIED: 'The region offers tax relief that was not applied; the national rate was used.',
  REGION_NOT_AT_ZIP: 'The postal code is not in the region of the address. The region was used. Check the region.',
  SELLER_STATE_UNKNOWN:
    'The state of the seller, which determines which of two taxes applies, is unknown. Complete the home address.',
  ZIP_NOT_IN_RATE_BOOK: 'The ZIP code is not in the rate book; the place was found without it.',
  ZIP_SPANS_COUNTIES: 'The ZIP code is in several counties. Send the county to choose another one.',
  ZIP_SPANS_STATES: 'The ZIP code is in several states. Send the state to choose another one.',
  ZIP_ZERO_RESTORED: 'The leading zero of the ZIP code was missing.',

  // Rates and rules.
  CATEGORY_IS_BROAD: 'Some products with this tax code are taxed differently.',
  CATEGORY_WITHOUT_FACTS:
    'The rate book has no rule for the tax code in this place on the tax date; another rate was used.',
  CHANGE_PLANNED: 'A change to the law is planned but not enacted, and was not applied.',
  CHARGE_NOT_INCLUDED: 'Another charge is due on sales of this kind and is not included.',
  CONDITION_UNKNOWN:
    'A condition of the rule cannot be checked with the data in the document. Send the attributes of the item.',
  FACT_UNCERTAIN: 'A rate, rule or threshold is not confirmed by its authority.',
  LOCAL_RATE_CUT: 'The law caps the sum of the local rates, which are shown after the cap.',
  LOCAL_TAXES_ONLY: 'The state has no sales tax, but its boroughs and cities do.',
  NOT_COVERED: 'The taxes of the country are not in the rate book.',
  NO_TAX_THERE: 'The state or country has no general sales tax or VAT.',
  OUTSIDE_TERRITORY: 'The place is outside the tax territory of its country.',
  RATES_NOT_VERIFIED: 'The rates may have changed since they were verified. Check the tax, or import newer rates.',
  RATE_DEPENDS_ON_PRICE: 'The rate depends on the unit price.',
  RATE_INSIDE_PRICE: 'The legal rate is a share of the tax-inclusive price.',
  RATE_NOT_KNOWN_FOR_DATE: 'The tax date is before the earliest known rate, which was used.',
  RATE_START_UNKNOWN: 'The start date of the rate is unknown and may be after the tax date.',
  RETAILER_SURCHARGE_NOT_INCLUDED: 'Retailers owe a surcharge that is not included.',
  RULE_NOT_KNOWN_FOR_DATE: 'The tax date is before the earliest known rule, which was used.',
  RULE_START_UNKNOWN: 'The start date of the rule is unknown and may be after the tax date.',
  TAX_CODE_UNKNOWN: 'The tax code is missing or not in the catalog. The line was taxed as general goods or services.',
  TAX_DATE_OUT_OF_RANGE: 'The rate book does not cover this place on the tax date. Check the date.',
  TAX_NOT_COVERED: 'The taxes of the country are not in the rate book, so no tax was calculated.',

  // Assumptions about the input.
  DATE_ASSUMED: 'No date was sent, so today’s rates were used.',
  DISCOUNT_CAPPED: 'The transaction discount exceeds the lines that share it. Only their sum was deducted.',
  EXTERNAL_ID_UNUSUAL:
    'The externalId begins or ends with a space, or is not in Unicode form NFC. It is kept unchanged.',
  MEMBER_IGNORED: 'Unknown or read-only members of the body were ignored.',
  MIDNIGHT_IN_UTC: 'Midnight UTC falls on a different day in the time zone of the tax date. Send a day without a time.',
  PRODUCT_UNMAPPED:
    'The item was sent with a product that has no tax code. Map the product; `GET /v1/products/unmapped` lists products without a code.',
  QUANTITY_ROUNDED: 'The quantity was rounded to 6 decimal places.',
  ROUNDS_TO_ZERO: 'The tax on the line is less than the smallest unit of the currency.',
  SHIPPING_PRICE_MISSING: 'The shipping fee was sent without its price. Send totalPrice.',
  TAX_CODE_ASSUMED: 'No tax code was sent; the defaultTaxCode of the account was used.',
  TOTAL_PRICE_DIFFERS: 'totalPrice differs from unitPrice times quantity; totalPrice was used.',

  // How the document was taxed.
  CERTIFICATE_PENDING:
    'A certificate was not applied, because the account requires a file. Attach it, then recalculate.',
  CONSIGNMENT_ASSUMED: 'The goods were treated as one consignment. Send separate consignments in separate documents.',
  DELIVERY_FEE_DUE: 'A state fee is due on the delivery and is not included.',
  DELIVERY_FEE_KEPT: 'A state fee on the delivery is not refunded when goods are returned.',
  EU_THRESHOLD_APPROACHING:
    'Sales to consumers in other member states are approaching 10,000 EUR. Register for the one-stop shop before they reach it.',
  EU_THRESHOLD_NOT_MEASURED: 'Sales to consumers in other member states were not compared with 10,000 EUR.',
  EU_THRESHOLD_PASSED: 'Sales to consumers in other member states exceed 10,000 EUR. VAT is due at the destination.',
  FORCE_EXEMPT: 'The document was exempted without a certificate, as requested.',
  IGNORE_CERTIFICATES: 'The customer’s certificates were ignored, as requested.',
  IMPORT_BY_SELLER_ASSUMED: 'The seller was assumed to import the goods, because the account collects everywhere.',
  IMPORT_LIMIT_NOT_COMPARED:
    'Prices in this currency were not compared with the import limit. The goods were treated as within the limit.',
  IMPORT_REGISTRATION_MISSING:
    'Tax on the imported goods is due at the time of sale, but no registration is declared, so no tax was charged.',
  IMPORT_TAX_WAIVED: 'The import tax is less than the smallest amount that the country levies.',
  MARKETPLACE_NEED_NOT_COLLECT:
    'According to the document, the marketplace collects the tax, but no law required this on the tax date. Check who owes the tax.',
  MARKETPLACE_RULES_NOT_COVERED:
    'The rate book does not cover the country’s deemed-supplier rules for marketplaces. Check whether the marketplace owes the tax.',
  MARKETPLACE_SHOULD_COLLECT: 'State law requires the marketplace to collect. Check that the tax is not charged twice.',
  NEXUS_THRESHOLD_REACHED: 'Sales reached a threshold, but neither nexus nor a registration is declared.',
  NOT_COLLECTING: 'No tax was charged, because the seller does not collect tax in this place.',
  ORIGIN_UNKNOWN: 'The shipping origin is unknown. Send shipFromAddress, or complete the home address.',
  PLACE_EVIDENCE_DIFFERS: 'Evidence indicates a different country from the one that taxes the electronic service.',
  PLACE_EVIDENCE_MISSING:
    'Fewer than two pieces of evidence locate the consumer of an electronic service. Send placeEvidence.',
  REFUND_LINKED_LATER: 'A refund was stored before its invoice. It was linked and recalculated.',
  REFUND_NOT_LINKED: 'A refund is not linked to an invoice, so no invoice limits its amount.',
  REMOTE_SELLER_RATE: 'The single rate of a program for remote sellers was charged.',
  REMOTE_SELLER_RATE_NOT_APPLIED: 'The seller is not eligible for the single rate for remote sellers.',
  REPORTED_LATE: 'The period of the tax date is filed, so the document is reported in an open period.',
  ROUNDING_NOT_BY_LAW: 'The account setting roundingLevel results in a different tax than the law requires.',
  SENT_AS_NOT_TAXABLE: 'The line was not taxed, because it was sent as NOT_TAXABLE.',
  SERVICE_PLACE_UNCERTAIN: 'The place of supply of the service is not certain.',
  SHIPPING_AT_GENERAL_RATE: 'The shipping fee was taxed at the general rate, although some goods have a special rate.',
  SHIPPING_AT_STANDARD_RATE: 'The shipping fee was taxed at the standard rate instead of the rates of the goods.',
  SHIPPING_NOT_BY_LAW: 'The account setting shippingTaxMethod results in a different tax than the law requires.',
  SHIPPING_WITHOUT_GOODS: 'The document has no goods to determine the tax on its shipping fee, so the fee was taxed.',
  TAXED_AT_DISPATCH: 'The tax of the place of dispatch applies.',
  TAXED_AT_ORIGIN: 'The VAT of the home country applies, because sales to other member states are below 10,000 EUR.',
  TAXED_AT_SELLER: 'The tax of the seller’s place applies.',
  TAX_NUMBER_INVALID: 'The tax number is invalid, so the customer was charged as a consumer. Correct the number.',
  TAX_NUMBER_NOT_CONFIRMED: 'No register has confirmed the VAT number.',

  // Reports and returns.
  BOX_NOT_KNOWN:
    'The gateway does not record the values of these boxes. Fill them in, and the totals that include them.',
  BOX_NUMBERS_UNKNOWN: 'The boxes are numbered by this service.',
  COLLECTION_START_UNKNOWN:
    'The rate book does not specify when collection starts. The day on which the threshold was reached is used.',
  CORRECTION_NOT_POSSIBLE:
    'Refunds of sales in earlier periods are missing, because the returns for those periods cannot be corrected.',
  CURRENCY_LEFT_OUT: 'Sales in other currencies are not on the form.',
  DISCOUNT_UNKNOWN: 'It is unknown whether the return qualifies for a discount for filing on time.',
  EXCHANGE_RATE_MISSING: 'Amounts are missing, because an exchange rate is not stored.',
  EXPOSURE_INCOMPLETE: 'The tax of some documents was not in the rate book and is not included.',
  FORM_TAX_DIFFERS: 'The tax calculated by the form differs from the tax charged.',
  LOCAL_CODE_MISSING: 'The codes of local jurisdictions are not in the rate book. Look them up by name.',
  LOCAL_RATE_UNKNOWN: 'The local rate changed in the period or is not in the rate book.',
  MARKETPLACE_LEFT_OUT: 'The form has no box for marketplace sales.',
  NOT_TESTED: 'The threshold has conditions that are not checked.',
  ORIGIN_ASSUMED: 'All sales were assumed to ship from the home address.',
  PREPAYMENT_EXCEEDS_TAX: 'The prepayments exceed the tax on the return. Claim the rest from the state as a credit.',
  REPORTED_IN_COUNTRY: 'Some supplies belong on the country’s own return instead of the one-stop-shop return.',
  SALES_NOT_CONVERTED: 'Sales in other currencies are missing, because their exchange rates are not stored.',
  STILL_COUNTING: 'The figures are incomplete while stored documents are being counted. Try again later.',
  VAT_NUMBER_NOT_CONFIRMED: 'No register has confirmed the VAT number of the buyer, so the supply may not be exempt.',

  // Reconciliations.
  CUSTOMER_NOT_FOUND: 'Some customers in the file are unknown. Their documents were calculated without certificates.',
  MISSING_THERE_UNKNOWN: 'Documents missing from the file could not be determined.',
  VOIDED_THERE: 'Void documents in the file were not compared.',
} as const satisfies Record<string, string>;

export type NoticeCode = keyof typeof noticeMeanings;

/** Notices about facts, rates or places that make the tax uncertain. */
export const doubtfulNotices = [
  'CATEGORY_WITHOUT_FACTS',
  'CONDITION_UNKNOWN',
  'FACT_UNCERTAIN',
  'LOCAL_RATES_INCOMPLETE',
  'LOCAL_RATES_NOT_INCLUDED',
  'LOCAL_TAX_NOT_COVERED',
  'PRODUCT_UNMAPPED',
  'RATES_NOT_VERIFIED',
  'RATE_NOT_KNOWN_FOR_DATE',
  'RATE_START_UNKNOWN',
  'RULE_NOT_KNOWN_FOR_DATE',
  'RULE_START_UNKNOWN',
  'SERVICE_PLACE_UNCERTAIN',
  'TAX_CODE_UNKNOWN',
  'TAX_DATE_OUT_OF_RANGE',
] as const satisfies readonly NoticeCode[];

export const noticeCodes = Object.keys(noticeMeanings) as readonly NoticeCode[];
