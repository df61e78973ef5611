type Announced = Readonly<Record<string, string>>;

/**
 * The differences from the newest release that may break its clients: each finding verbatim, with the reason and the
 * announcement ("Deprecated since 0.1.0."). They are also listed in CHANGELOG.md. The list is empty again once the snapshots
 * of the next release are kept.
 */
export const announcedBreaks: { readonly graphql: Announced; readonly rest: Announced } = {
  graphql: {},
  rest: Object.fromEntries(
    leftOutOfThinQuotes().map((finding) => [finding, 'Only with detailed=false, which is new.']),
  ),
};

function leftOutOfThinQuotes(): string[] {
  const ofLine = ['jurisdictionalSalesTaxRules', 'salesTaxRates', 'gtRates', 'taxLines'];
  const members = [
    ...ofLine.map((name) => `items[].${name}`),
    ...ofLine.map((name) => `shippingFee.${name}`),
    'shippingAddress.matchedAddressData',
    'salesTax.salesTaxRates',
    'salesTax.gtRates',
    ...['customer', 'taxLines', 'buyer', 'certificates', 'places', 'invoiceNotes'],
  ];
  return members.map((name) => `In the 200 response of POST /v1/transactions/calculate, \`${name}\` is gone.`);
}

/** Unannounced findings, and wrong announcements. */
export function unannounced(findings: readonly string[], announced: Announced): string[] {
  return [
    ...findings.filter((finding) => !(finding in announced)),
    ...Object.keys(announced)
      .filter((finding) => !findings.includes(finding))
      .map((finding) => `Announced, and not found: ${finding}`),
    ...Object.entries(announced)
      .filter(([, reason]) => reason.trim() === '')
      .map(([finding]) => `Announced without a reason: ${finding}`),
  ];
}
