import { notice } from '../../base/notice.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import { periodText, type ReportPeriod } from '../../base/report-period.ts';
import { appliedExchangeRate } from '../../exchange-rates/exchange-rate.ts';

const ecSupplyKind = enumeration('EcSupplyKind', 'Kind of supply to a business in another member state.', {
  GOODS: 'Goods sent from the member state of the list: article 138 of Directive 2006/112/EC.',
  SERVICES: 'Services for which the buyer accounts for the tax: article 196 of Directive 2006/112/EC.',
  TRIANGULAR:
    'Goods sent directly to the buyer from a third member state in which the seller is not registered: article 141.',
});

const ecNumberStatus = enumeration('EcNumberStatus', 'Whether a register confirmed a VAT number for the tax dates.', {
  VALID:
    'The number was valid in the last check on or before each tax date or, without one, in the first check after it.',
  INVALID: 'For at least one tax date, this check found the number invalid.',
  NOT_CHECKED: 'No check of the number is stored.',
});

export const ecSalesLine = record('EcSalesLine', 'Supplies of one kind to one buyer, minus refunds.', {
  countryCode: field.optional(
    field.text('Member state of the VAT number, by its prefix: `EL` for Greece.', { examples: ['FR'] }),
    'without a number',
  ),
  vatNumber: field.optional(
    field.text('VAT number of the buyer, with its prefix.', { examples: ['FR40303265045'] }),
    'if the document has no number',
  ),
  kind: field.choice(ecSupplyKind, 'Goods, services or triangular trade.'),
  currency: field.currency('ISO 4217 currency of the member state.', { examples: ['EUR'] }),
  amount: field.amount('Amount after discounts and refunds.', { unit: 'In `currency`.' }),
  transactionCount: field.count('Number of invoices and refunds.'),
  numberStatus: field.choice(ecNumberStatus, 'Whether the number was valid, according to stored checks.'),
  checkedAt: field.optional(
    field.instant('When the number was checked for the last tax date.'),
    'if the number was not checked',
  ),
  consultationNumber: field.optional(
    field.text('Proof of the check, as provided by the register.'),
    'if the register provided no proof',
  ),
});
export type EcSalesLine = RecordOf<typeof ecSalesLine>;

export const ecSalesList = record(
  'EcSalesList',
  'The recapitulative statement of a member state: supplies to businesses in other member states, by VAT number and kind (articles 262 to 271 of Directive 2006/112/EC).',
  {
    country: field.country('Member state of the list.', { examples: ['DE'] }),
    currency: field.currency('ISO 4217 currency of the amounts.', { examples: ['EUR'] }),
    period: field.derived(field.text('The month or quarter in short form.', { examples: ['2026-07'] }), periodText),
    from: field.derived(field.day('First day of the period.'), ({ from }: ReportPeriod) => from),
    to: field.derived(field.day('Last day of the period.'), ({ to }: ReportPeriod) => to),
    lines: field.list(ecSalesLine, 50, 'One line per VAT number and kind.'),
    exchangeRates: field.list(appliedExchangeRate, 5, 'Exchange rates used, one per day and currency.'),
    notices: field.list(
      notice,
      1,
      'Notices about numbers that no register confirmed, and about amounts without an exchange rate.',
    ),
  },
);
export type EcSalesList = RecordOf<typeof ecSalesList>;
