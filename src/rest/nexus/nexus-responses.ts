import { z } from 'zod';
import { registrationSchemes } from '../../domain/nexus/nexus.ts';
import { physicalNexusFields, registrationFields } from '../../domain/nexus/nexus-input.ts';
import { nexusStatuses } from '../../domain/nexus/nexus-sales.ts';
import {
  amount,
  choice,
  count,
  day,
  flag,
  internalTimestampsResponse,
  list,
  named,
  notices,
  text,
} from '../http/members.ts';

const from = day('First day.');
const to = day('Last day; absent if there is none.').optional();
const physicalNexus = { from, to, note: text(physicalNexusFields.shape.note).optional() };
const { shape: registration } = registrationFields;

const declaredNexus = {
  physicalNexus: list(z.object(physicalNexus), 'Periods of physical presence, oldest first.'),
  economicNexus: list(z.object({ from, to }), 'Periods of approved economic nexus, oldest first.'),
  registrations: list(
    z.object({
      from,
      to,
      number: text(registration.number).optional(),
      scheme: choice(registrationSchemes, registration.scheme),
    }),
    'Periods of registration with the tax authority, oldest first.',
  ),
};

export const nexusResponse = named(
  'Nexus',
  'Nexus and registrations declared for a place. It may be sent back by PUT.',
  {
    country: text('ISO 3166-1 code of the country.', ['US']),
    state: text('Code of the US state or region; absent for a whole country.', ['MN', 'CA-QC']).optional(),
    ...declaredNexus,
    internalTimestamps: internalTimestampsResponse,
  },
);

const status = choice(nexusStatuses, 'How the sales stand to the threshold; NOT_TRACKED where the rate book has none.');
const reachedOn = day('The first day on which they came to the threshold; absent while they have not.').optional();
const sales = {
  currency: text('ISO 4217.', ['USD']),
  salesAmount: amount('Invoices less refunds, without tax.', 'In that currency.'),
  transactionCount: count('How many invoices.'),
};

const threshold = z
  .object({
    salesAmount: amount('The sales it asks for.', 'In US dollars.'),
    transactionCount: count('The invoices it asks for; absent where they are not tested.').optional(),
    combine: choice(['OR', 'AND', 'SALES_ONLY'], 'How the two tests go together.'),
    period: choice(
      [
        'CURRENT_OR_PRIOR_CALENDAR_YEAR',
        'PRIOR_CALENDAR_YEAR',
        'PRIOR_12_MONTHS',
        'PRIOR_4_QUARTERS',
        'TWELVE_MONTHS_ENDING_SEP_30',
      ],
      'Whose days are added up.',
    ),
    countsMarketplaceSales: flag('Whether sales to customers of the type MARKETPLACE count.'),
    from: day('Its first day in force; absent when it is not known.').optional(),
    to: day('Its last day in force; absent while it is open.').optional(),
    source: text('Where it was read.'),
    doubt: text('What sources disagree about.').optional(),
  })
  .meta({ description: 'The threshold of the state on that day; absent where the rate book has none.' });

const period = z.object({
  from: day('First day of validity.'),
  to: day('Its last day, no later than the day asked for.'),
  ...sales,
  notConverted: list(z.object(sales), 'Sales in other currencies, which no threshold is compared with.'),
  status,
  reachedOn,
});

export const nexusTrackerResponse = named('NexusTracker', 'What is declared of a place, and the sales there.', {
  country: text('ISO 3166-1 alpha-2.'),
  state: text('US state (MN) or region (CA-QC); absent for a whole country.').optional(),
  name: text('Its name.'),
  on: day('The day it is told for.'),
  isCollecting: flag('Whether a document of that day bears the tax of the place.'),
  ground: choice(
    ['REGISTRATION', 'ECONOMIC_NEXUS', 'PHYSICAL_NEXUS', 'NOT_YET', 'ENDED', 'NOTHING_DECLARED'],
    'What the declared things say, whatever the tenant has settled.',
  ),
  status,
  reachedOn,
  ...declaredNexus,
  threshold: threshold.optional(),
  periods: list(period, 'Sales in the periods that the threshold asks for, the latest first.'),
  notices: notices('Doubts of the threshold, and sales that are in no amount.'),
  internalTimestamps: internalTimestampsResponse.optional(),
});
