import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import { periodText, type ReportPeriod } from '../../base/report-period.ts';

/** Articles 365, 369g and 369t of Directive 2006/112/EC ask for the return in euro. */
export const shopCurrency = 'EUR';
const inEuro = () => shopCurrency;
const unit = 'In `currency` of the figures.';

const supplyKind = enumeration('OneStopShopSupplyKind', 'What was sold to consumers in another member state.', {
  GOODS: 'Goods, with their shipping.',
  SERVICES: 'Services and digital products.',
});

const memberState = field.country('Member state of consumption, whose VAT it is.', { examples: ['FR'] });

const shopSupply = record(
  'OneStopShopSupply',
  'Sales of a period to consumers in a member state. Refunds are subtracted.',
  {
    memberState,
    kind: field.choice(supplyKind, 'Goods or services.'),
    dispatchedFrom: field.optional(
      field.country('Country that goods were dispatched from, or that services were supplied from.', {
        examples: ['DE'],
      }),
      'if it is not known',
    ),
    rate: field.fraction('Rate of VAT.'),
    taxableAmount: field.amount('Amount that the VAT is charged on.', { unit }),
    taxAmount: field.amount('VAT.', { unit }),
  },
  inEuro,
);
export type ShopSupplyRow = RecordOf<typeof shopSupply>;

const shopCorrection = record(
  'OneStopShopCorrection',
  'What has changed since an earlier period was filed.',
  {
    memberState,
    period: field.derived(field.text('The earlier period in short form.', { examples: ['2026-Q2'] }), periodText),
    from: field.derived(field.day('First day of the earlier period.'), ({ from }: ReportPeriod) => from),
    to: field.derived(field.day('Last day of the earlier period.'), ({ to }: ReportPeriod) => to),
    taxAmount: field.amount('VAT due in addition; negative if less is due.', { unit }),
  },
  inEuro,
);
export type ShopCorrection = RecordOf<typeof shopCorrection>;

const shopBalance = record(
  'OneStopShopBalance',
  'VAT due to a member state.',
  {
    memberState,
    taxAmount: field.amount('VAT of the sales and of all corrections; negative if the member state owes it.', { unit }),
  },
  inEuro,
);
export type ShopBalance = RecordOf<typeof shopBalance>;

export const shopFigures = record(
  'OneStopShopFigures',
  'The figures of a return of the one-stop shop. Amounts are converted at the rate of the last day of the period, or of the next day that has one.',
  {
    currency: field.currency('ISO 4217 currency of the amounts.', { examples: [shopCurrency] }),
    isNil: field.flag('Whether nothing was sold or corrected. Such a return is due too.'),
    transactionCount: field.count('Number of invoices and refunds in `supplies`.'),
    supplies: field.list(shopSupply, 30, 'One row for each member state, kind, place of dispatch and rate.'),
    corrections: field.list(shopCorrection, 3, 'One row for each earlier period and member state.'),
    balances: field.list(shopBalance, 26, 'One row for each member state.'),
    taxAmount: field.amount('VAT to pay: the sum of the balances that are positive.', { unit }),
  },
  inEuro,
);
export type ShopFigures = RecordOf<typeof shopFigures>;
