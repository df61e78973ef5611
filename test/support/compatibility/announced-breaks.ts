type Announced = Readonly<Record<string, string>>;

/**
 * The differences from the newest release that may break its clients: each finding verbatim, with the reason and the
 * announcement ("Deprecated since 0.1.0."). They are also listed in CHANGELOG.md. The list is empty again once the snapshots
 * of the next release are kept.
 */
export const announcedBreaks: { readonly graphql: Announced; readonly rest: Announced } = {
  graphql: {
    "Field 'Exemption.customer' changed type from 'Customer!' to 'Customer'.":
      'Without the scope `customers:read` it is refused, as in REST, and null.',
    "Field 'FilingStatusChange.transactions' changed type from '[Transaction!]!' to '[Transaction!]'.":
      'Without the scope `transactions:read` it is refused, as in REST, which names their ids alone.',
  },
  rest: {
    ...explained(leftOutOfThinQuotes(), 'Only with detailed=false, which is new.'),
    ...explained(
      daysOfInstants(),
      'An instant in UTC counts at home; `dayOfInstant: AS_WRITTEN` keeps the day as written.',
    ),
    ...explained(
      ownRequirements(),
      'Members of `require` that a document leaves out are those of the account, as in look-ups.',
    ),
    ...explained(todayAtHome(), 'Today is the day of the seller; `dayOfInstant: AS_WRITTEN` keeps the day in UTC.'),
    'In requests with the schema SettingsPatch, `roundingLevel` has the default BY_LAW, not LINE.':
      'The law of Japan prescribes a level; `roundingLevel: LINE` keeps the tax of each line.',
    'In requests with the schema SettingsPatch, `shippingTaxMethod` has the default BY_LAW, not OWN_CODE.':
      'In most countries delivery has the rates of the goods; `shippingTaxMethod: OWN_CODE` keeps the tax code of the fee.',
    'In responses with the schema WebhookEndpointWithSecret, `secret` can now be absent.':
      'A repeated request with its Idempotency-Key gets the endpoint without its secret, which is kept nowhere to be shown again.',
    ...explained(safeForSpreadsheets(), 'A spreadsheet would run cells that customers wrote as formulas.'),
  },
};

function explained(findings: readonly string[], reason: string): Announced {
  return Object.fromEntries(findings.map((finding) => [finding, reason]));
}

function todayAtHome(): string[] {
  const coverage = ['source/{source}/externalId/{externalId}', 'serviceId/{serviceId}'];
  const queries = [...coverage.map((key) => `customers/${key}/exemption_coverage`), 'nexus'];
  return [
    ...queries.map((path) => `In the query of GET /v1/${path}, \`asOf\``),
    'In requests with the schema TaxRefundInput, `refundedOn`',
  ].map((member) => `${member} has the default today where the seller is established, not today in UTC.`);
}

function safeForSpreadsheets(): string[] {
  const oneReturn = [
    'place/{place}/period/{period}',
    'scheme/{scheme}/place/{place}/period/{period}',
    'serviceId/{serviceId}',
  ];
  const lists = [
    ...['customers', 'transactions', 'tax_lines', 'exemptions', 'audit_entries'],
    ...['liability', 'liability/transactions', 'liability/tax_lines', 'returns', 'returns/due'],
    ...oneReturn.flatMap((one) => ['rows', 'form', 'transactions'].map((part) => `returns/${one}/${part}`)),
  ];
  return lists.map((path) => `In the query of GET /v1/${path}, \`escapeFormulas\` has the default true, not false.`);
}

function daysOfInstants(): string[] {
  const day = 'the calendar day of externalTimestamps.createdDate';
  const home = 'of an instant in UTC (Z), the day where the seller is established';
  const withSetting = `${day}; ${home} (see the setting dayOfInstant)`;
  const inputs = {
    TransactionInput: withSetting,
    TransactionPatch: withSetting,
    QuoteInput: withSetting,
    ConversionTarget: `${day}; ${home}`,
  };
  return Object.entries(inputs).map(
    ([name, now]) => `In requests with the schema ${name}, \`taxDate\` has the default ${now}, not ${day}, as written.`,
  );
}

function ownRequirements(): string[] {
  const defaults = Object.entries({ precision: 'ANY', complete: 'false' });
  return ['TransactionInput', 'TransactionPatch', 'QuoteInput'].flatMap((name) =>
    defaults.map(
      ([member, was]) =>
        `In requests with the schema ${name}, \`require.${member}\` has the default the setting of the account, not ${was}.`,
    ),
  );
}

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
