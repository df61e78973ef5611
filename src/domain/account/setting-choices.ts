import { enumeration } from '../base/record.ts';

export const collectionPolicy = enumeration(
  'CollectionPolicy',
  'Where the seller collects tax, such as `EVERYWHERE`.',
  {
    EVERYWHERE: 'At every destination, as if registered there.',
    WHERE_REGISTERED:
      'Only where a registration, approved economic nexus or declared physical nexus is in force on the tax date (see `nexus`); elsewhere nothing is charged.',
  },
);

export const euDistanceSales = enumeration(
  'EuDistanceSales',
  'Sales to consumers in other EU member states, compared with the threshold of 10,000 EUR a year.',
  {
    BELOW_THRESHOLD: 'A seller registered only at home charges the VAT of its home country.',
    ABOVE_THRESHOLD: 'The VAT of the destination is due, which requires the one-stop shop or a registration there.',
    MEASURED:
      'The stored sales decide: VAT of the home country until they exceed the threshold, and VAT of the destination from the sale that exceeds it.',
  },
);

export const deliveryFees = enumeration('DeliveryFees', 'Treatment of state delivery fees.', {
  REPORT: 'The fee is reported in a notice and not added to any amount.',
  CHARGE: 'The seller is liable: the fee is added to the amount of the document.',
});

export const dayOfInstant = enumeration(
  'DayOfInstant',
  'Tax date of a document whose `createdDate` is an instant in UTC (`Z`), such as 2026-08-10T04:30:00Z.',
  {
    AT_HOME: 'The day in the time zone of `homeAddress` or, if not set, of the place of sale.',
    AS_WRITTEN: 'The day as written, in UTC.',
  },
);

export const latePolicy = enumeration(
  'LateDocumentPolicy',
  'How to treat a document whose tax date is in a filed period.',
  {
    NEXT_PERIOD: 'Reported in the next open period. The tax date, and therefore the rates, do not change.',
    REFUSE: 'Refused with `PERIOD_CLOSED`.',
  },
);

export const roundingLevel = enumeration(
  'RoundingLevel',
  'Level at which tax is rounded to the smallest unit of the currency.',
  {
    BY_LAW:
      'The level prescribed by the country of the sale, such as the tax at each rate of the document in Japan. Elsewhere, the tax on each line.',
    LINE: 'The tax on each line.',
    DOCUMENT: 'The tax on the whole document, then allocated to the lines.',
    DOCUMENT_PER_RATE: 'The tax at each rate of the document, then allocated to the lines.',
    UNIT: 'The tax on each unit.',
  },
);

export const roundingMode = enumeration(
  'RoundingMode',
  'How taxes are rounded to the smallest unit of the currency, such as `HALF_UP`.',
  {
    HALF_UP: 'To the nearest; ties away from zero: 0.125 becomes 0.13.',
    HALF_DOWN: 'To the nearest; ties toward zero: 0.125 becomes 0.12.',
    HALF_EVEN: 'To the nearest; ties to the even digit: 0.125 becomes 0.12, 0.135 becomes 0.14.',
    DOWN: 'Toward zero: 0.129 becomes 0.12.',
    UP: 'Away from zero: 0.121 becomes 0.13.',
  },
);

export const inclusiveRounding = enumeration(
  'InclusiveRounding',
  'Amount that is rounded when prices include the tax. The other amount is the remainder.',
  {
    TAX: 'The tax is rounded; the net price is the remainder.',
    NET: 'The net price is rounded; the tax is the remainder.',
  },
);

export const exemptInclusivePrice = enumeration(
  'ExemptInclusivePrice',
  'Price for an exempt buyer when prices include the tax.',
  {
    KEEP: 'The price as submitted.',
    STRIP: 'The price without the tax.',
  },
);

export const shippingTaxMethod = enumeration('ShippingTaxMethod', 'How a shipping fee is taxed, such as `BY_LAW`.', {
  BY_LAW:
    'By the law of the place. In most countries, the fee is split across the goods in proportion to their amounts, and each part is taxed at the rate of its goods. US states have their own rules.',
  OWN_CODE: 'By the tax code of the fee itself. In the US, the rules of the state apply.',
  WEIGHTED_BY_ITEMS: 'At the rates of the goods in every country, split in proportion to their amounts.',
});
