import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import { periodText, type ReportPeriod } from '../../base/report-period.ts';

/** Articles 365, 369g and 369t of Directive 2006/112/EC require the return in euros. */
export const shopCurrency = 'EUR';
const inEuro = () => shopCurrency;
const unit = 'In the `currency` of the figures.';

const supplyKind = enumeration('OneStopShopSupplyKind', 'Kind of sale to consumers in another member state.', {
  GOODS: 'Goods, including their shipping.',
  SERVICES: 'Services and digital products.',
});

const memberState = field.country('Member state of consumption, to which the VAT is due.', { examples: ['FR'] });

const shopSupply = record(
  'OneStopShopSupply',
  'Sales to consumers in a member state during a period, minus refunds.',
  {
    memberState,
    kind: field.choice(supplyKind, 'Goods or services.'),
    dispatchedFrom: field.optional(
      field.country('Country from which goods were dispatched or services were supplied.', {
        examples: ['DE'],
      }),
      'if unknown',
    ),
    rate: field.fraction('VAT rate.'),
    taxableAmount: field.amount('Amount on which VAT is charged.', { unit }),
    taxAmount: field.amount('VAT.', { unit }),
  },
  inEuro,
);
export type ShopSupplyRow = RecordOf<typeof shopSupply>;

const shopCorrection = record(
  'OneStopShopCorrection',
  'Changes since an earlier period was filed.',
  {
    memberState,
    period: field.derived(field.text('The earlier period in short form.', { examples: ['2026-Q2'] }), periodText),
    from: field.derived(field.day('First day of the earlier period.'), ({ from }: ReportPeriod) => from),
    to: field.derived(field.day('Last day of the earlier period.'), ({ to }: ReportPeriod) => to),
    taxAmount: field.amount('Additional VAT due; negative if less is due.', { unit }),
  },
  inEuro,
);
export type ShopCorrection = RecordOf<typeof shopCorrection>;

const shopBalance = record(
  'OneStopShopBalance',
  'VAT due to a member state.',
  {
    memberState,
    taxAmount: field.amount('VAT on the sales and all corrections; negative if owed by the member state.', { unit }),
  },
  inEuro,
);
export type ShopBalance = RecordOf<typeof shopBalance>;

export const shopFigures = record(
  'OneStopShopFigures',
  'The figures of a one-stop-shop return. Amounts are converted at the exchange rate of the last day of the ' +
    'period, or of the next day with a rate.',
  {
    currency: field.currency('ISO 4217 currency of the amounts.', { examples: [shopCurrency] }),
    isNil: field.flag('Whether there were no sales or corrections. A nil return must also be filed.'),
    transactionCount: field.count('Number of invoices and refunds in `supplies`.'),
    supplies: field.list(shopSupply, 30, 'One row per member state, kind, place of dispatch and rate.'),
    corrections: field.list(shopCorrection, 3, 'One row per earlier period and member state.'),
    balances: field.list(shopBalance, 26, 'One row per member state.'),
    taxAmount: field.amount('VAT to pay: the sum of the positive balances.', { unit }),
  },
  inEuro,
);
export type ShopFigures = RecordOf<typeof shopFigures>;
