import { z } from 'zod';
import { firstCollectionOutcomes } from '../../domain/nexus/first-collection.ts';
import { registrationSchemes } from '../../domain/nexus/nexus.ts';
import { physicalNexusFields, registrationFields } from '../../domain/nexus/nexus-input.ts';
import { projectionOutcomes } from '../../domain/nexus/nexus-projection.ts';
import { exclusionReasons, nexusStatuses } from '../../domain/nexus/nexus-sales.ts';
import { internalTimestampsResponse, notices } from '../http/common-responses.ts';
import { amount, choice, count, day, flag, list, named, rate, text } from '../http/members.ts';

const validFrom = day('First day.');
const validThrough = day('Last day; absent if there is none.').optional();
const physicalNexus = { validFrom, validThrough, note: text(physicalNexusFields.shape.note).optional() };
const { shape: registration } = registrationFields;

const declaredNexus = {
  physicalNexus: list(z.object(physicalNexus), 'Periods of physical presence, oldest first.'),
  economicNexus: list(z.object({ validFrom, validThrough }), 'Periods of approved economic nexus, oldest first.'),
  registrations: list(
    z.object({
      validFrom,
      validThrough,
      number: text(registration.number).optional(),
      scheme: choice(registrationSchemes, registration.scheme),
      filingFrequency: registration.filingFrequency,
      filingDueDay: registration.filingDueDay,
    }),
    'Periods of registration with the tax authority, oldest first.',
  ),
};

export const nexusResponse = named(
  'Nexus',
  'Nexus and registrations declared for a place. The response can be sent back with PUT.',
  {
    country: text('ISO 3166-1 code of the country.', ['US']),
    state: text('Code of the US state or region; absent for a whole country.', ['MN', 'CA-QC']).optional(),
    ...declaredNexus,
    internalTimestamps: internalTimestampsResponse,
  },
);

const status = choice(
  nexusStatuses,
  'How the sales compare with the threshold; NOT_TRACKED if the rate book has none. A place whose running period has reached it is APPROACHING until that period decides.',
);
const reachedOn = day('First day on which the sales reached the threshold; absent if they have not.').optional();
const sales = {
  currency: text('ISO 4217 code of the currency in which the tax is owed.', ['USD']),
  salesAmount: amount('Invoices minus refunds, without tax.', 'In the currency of the entry.'),
  transactionCount: count('Number of invoices.'),
};

const threshold = z
  .object({
    salesAmount: amount(
      'Amount of sales, without tax; 0 where there is no threshold and the first sale is enough.',
      'In the currency of the threshold.',
    ),
    currency: text('ISO 4217 code of the currency of the threshold.', ['USD', 'NOK']),
    transactionCount: count('Number of invoices; absent if they are not tested.').optional(),
    combine: choice(['OR', 'AND', 'SALES_ONLY'], 'How the two tests combine.'),
    period: choice(
      [
        'CURRENT_OR_PRIOR_CALENDAR_YEAR',
        'PRIOR_CALENDAR_YEAR',
        'PRIOR_12_MONTHS',
        'PRIOR_4_QUARTERS',
        'PRIOR_4_SALES_TAX_QUARTERS',
        'TWELVE_MONTHS_ENDING_SEP_30',
      ],
      'Period in which sales count.',
    ),
    countsMarketplaceSales: flag('Whether sales to customers of the type MARKETPLACE count.'),
    countedSales: choice(
      ['GROSS', 'RETAIL', 'TAXABLE', 'CONSUMERS'],
      'Which sales count: all, those not for resale, taxable ones, or those to consumers (not for resale, and not where the buyer accounts for the tax); absent if the rate book does not say, and all are added up.',
    ).optional(),
    countedSalesSource: text('Where countedSales was read.').optional(),
    validFrom: day('First day on which the threshold is in force; absent if unknown.').optional(),
    validThrough: day('Last day on which the threshold is in force; absent if there is none.').optional(),
    source: text('Law or publication that the threshold was read from.'),
    otherConditions: text(
      'Further conditions of the law that stored documents cannot show; absent for nothing.',
    ).optional(),
    uncertainty: text('What the sources disagree about.').optional(),
  })
  .meta({
    description:
      'Threshold of the state, or of the country for foreign sellers, on that day; absent if the rate book has none.',
  });

const period = z.object({
  from: day('First day.'),
  to: day('Last day, not later than the requested day.'),
  endsOn: day('Last day of the whole period; later than `to` while it runs.'),
  ...sales,
  converted: list(
    z.object(sales),
    'Sales in other currencies that are in salesAmount, at the stored exchange rate of each day.',
  ),
  notConverted: list(
    z.object(sales),
    'Sales in other currencies on days without a stored exchange rate, which are not compared with the threshold.',
  ),
  excludedSales: list(
    z.object({
      reason: choice(
        exclusionReasons,
        'Why they do not count: the customer type is MARKETPLACE or RESELLER (RESALE), the buyer accounts for the tax (BUSINESS), or the lines are not taxed.',
      ),
      ...sales,
      transactionCount: count('Number of invoices that do not count; 0 for EXEMPT, as invoices count whole.'),
    }),
    'Sales that the state or country does not count, by reason and currency. Cancelled documents are not sales and not listed.',
  ),
  salesShare: rate(
    'Share of the threshold that salesAmount reached, rounded down; absent without a threshold, or with one of 0.',
  ).optional(),
  transactionShare: rate('The same for the number of invoices; absent if the threshold does not test it.').optional(),
  status,
  reachedOn,
  transactionsPath: text('Path that lists the invoices and refunds behind the figures, in all currencies.', [
    '/v1/transactions?counted=true&from=2026-01-01&to=2026-07-01&country=US&state=WI',
  ]),
});

const projection = z
  .object({
    outcome: choice(
      projectionOutcomes,
      'Why there is a projected day, or none: NOT_RISING without sales of late; NOT_AT_THIS_PACE if neither the running period nor those that follow within a year reach it.',
    ),
    reachedOn: day('Projected day; absent unless the outcome is PROJECTED.').optional(),
    from: day('First of the 90 days that end on the requested day.'),
    salesAmount: amount('Counted sales of the 90 days.', 'In the currency of the periods.'),
    transactionCount: count('Counted invoices of the 90 days.'),
  })
  .meta({
    description:
      'A projection, not a fact: when the threshold would be reached if sales went on as in the last 90 days.',
  });

const firstCollection = z
  .object({
    outcome: choice(
      firstCollectionOutcomes,
      'Why there is a day, or none: EXPECTED if only the running period, which decides when it ends, has reached the threshold; RULE_UNKNOWN if the rate book has no rule of the state.',
    ),
    on: day('First day of collection; absent unless the outcome is KNOWN or EXPECTED.').optional(),
    rule: text('Rule of the state in a sentence; absent if the rate book has none.').optional(),
    source: text('Where the rule was read.').optional(),
  })
  .meta({
    description: 'Day from which a seller that reached the threshold has to collect, by the rule of the state.',
  });

export const nexusTrackerResponse = named('NexusTracker', 'Nexus declared for a place, and the sales there.', {
  country: text('ISO 3166-1 alpha-2 code; EU for the other member states together, for a seller established in one.'),
  state: text('US state (MN) or region (CA-QC); absent for a whole country.').optional(),
  name: text('English name.'),
  asOf: day('Day that the status is reported for.'),
  isCollecting: flag('Whether documents of that day include the tax of the place.'),
  collectedBecause: text('Why tax is collected or not, by the setting `collectionPolicy` and what is declared.'),
  collectionBasis: choice(
    ['REGISTRATION', 'ECONOMIC_NEXUS', 'PHYSICAL_NEXUS', 'NOT_YET', 'ENDED', 'NOTHING_DECLARED'],
    'What is declared for the place, whatever the setting `collectionPolicy` makes of it: see isCollecting.',
  ),
  status,
  reachedOn,
  ...declaredNexus,
  threshold: threshold.optional(),
  periods: list(period, 'Sales in the periods that decide on that day, latest first.'),
  runningPeriod: period.meta({
    description:
      'Sales in the period that the day is in. Where only ended periods decide (the calendar year before, four quarters), it is the next to decide; elsewhere it is one of `periods`.',
  }),
  projection,
  firstCollection,
  notices: notices('Doubts about the threshold, what it asks besides (NOT_TESTED), and sales that no amount includes.'),
  internalTimestamps: internalTimestampsResponse.optional(),
});
