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
    'In requests with the schema TaxReturnFilingInput, `paidCurrency` has the default the currency of the country; for a one-stop-shop return, EUR, not the default currency of the account.':
      'A return is paid in the currency of its country, whatever the currency of the account; `paidCurrency` names another.',
    'In responses with the schema WebhookEndpointWithSecret, `secret` can now be absent.':
      'A repeated request with its Idempotency-Key gets the endpoint without its secret, which is kept nowhere to be shown again.',
    ...explained(
      ['taxability', 'jurisdictions'].map(
        (path) => `In the query of GET /v1/${path}, \`asOf\` has format date, not any.`,
      ),
      'Only calendar days were ever accepted.',
    ),
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
  ].map(
    (member) => `${member} has the default today in the time zone of the seller’s establishment, not today in UTC.`,
  );
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
  return ['TransactionInput', 'TransactionPatch', 'QuoteInput', 'ConversionTarget'].map(
    (name) => `In requests with the schema ${name}, \`taxDate\` has the default ${day}, not ${day}, as written.`,
  );
}

function ownRequirements(): string[] {
  const defaults = Object.entries({ precision: 'ANY', complete: 'false' });
  return ['TransactionInput', 'TransactionPatch', 'QuoteInput'].flatMap((name) =>
    defaults.map(
      ([member, was]) =>
        `In requests with the schema ${name}, \`require.${member}\` has the default the account setting, not ${was}.`,
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

/** Defaults that are the same in other words: what the release says, and what is said now. */
const reworded: Readonly<Record<string, string>> = {
  'all that the client has': 'all scopes of the client',
  'false; it is then calculated on its own, with the notice REFUND_NOT_LINKED, and again from the invoice when that is stored':
    'false',
  'none; the tax is that of an invoice': 'none; the tax is calculated as for an invoice',
  'the day of the law, where it is known': 'the statutory day, if known',
  'the default currency of the account': 'the account currency',
  'the file name in Content-Disposition, or else certificate': 'the file name in Content-Disposition, or `certificate`',
  'the reason that classification.code names, such as RESALE':
    'the reason named in classification.code, such as RESALE',
  'the setting of the account': 'the account setting',
};

const isReworded = (finding: string) =>
  Object.entries(reworded).some(([was, now]) => finding.endsWith(` has the default ${now}, not ${was}.`));

/** Unannounced findings, and wrong announcements. */
export function unannounced(findings: readonly string[], announced: Announced): string[] {
  return [
    ...findings.filter((finding) => !(finding in announced || isReworded(finding))),
    ...Object.keys(announced)
      .filter((finding) => !findings.includes(finding))
      .map((finding) => `Announced, and not found: ${finding}`),
    ...Object.entries(announced)
      .filter(([, reason]) => reason.trim() === '')
      .map(([finding]) => `Announced without a reason: ${finding}`),
  ];
}
