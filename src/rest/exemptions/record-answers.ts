import { z } from 'zod';
import { exemptionStatuses, exemptionTypes } from '../../domain/exemptions/exemption.ts';
import { choice, day, flag, internalTimestampsAnswer, list, named, rate, text, uuid } from '../http/members.ts';

export const exemptionAnswer = named('Exemption', 'A customer’s relief from tax in one state, or in a whole country.', {
  serviceId: uuid('The id this service gave it.'),
  customerId: uuid('The serviceId of its customer.'),
  country: text('Where it holds, ISO 3166-1 alpha-2.', ['US']),
  state: z
    .object({
      abbreviation: text('Its code.', ['MN']),
      code: text('The same.'),
      name: text('Its name.').optional(),
    })
    .meta({ description: 'The state it holds in; absent for the whole country.' })
    .optional(),
  classification: z
    .object({ code: text('As sent.').optional(), description: text('As sent.').optional() })
    .meta({ description: 'Its ground.' })
    .optional(),
  validationDates: z
    .object({
      fromDate: text('Its first day, as sent; absent when it has no beginning.').optional(),
      toDate: text('Its last day, as sent; absent while it is open.').optional(),
    })
    .meta({ description: 'The days it holds, both included.' })
    .optional(),
  internalTimestamps: internalTimestampsAnswer,
  status: z
    .object({ code: choice(exemptionStatuses, 'As exemptionStatus.'), name: text('The same in words.') })
    .meta({ description: 'Whether it may be used.' }),
  certificate: z
    .object({
      certificateId: text('Its number.').optional(),
      url: text('Where a copy of it is.').optional(),
      name: text('What it is called.').optional(),
    })
    .meta({ description: 'The paper that proves it.' })
    .optional(),
  exemptionType: choice(exemptionTypes, 'Whether it frees from the whole tax or from a part.'),
  exemptionStatus: choice(exemptionStatuses, 'Whether it may be used.'),
  exemptPercentage: rate('For PARTIALLY: the share of the price that is exempt.').optional(),
  reducedRate: rate('For PARTIALLY: the rate that applies where it is lower.').optional(),
  taxCodes: list(text('A tax code.', ['C1S1']), 'The tax codes it covers; all when empty.'),
});

const homeAddress = z
  .object({
    country: text('ISO 3166-1 alpha-2.'),
    state: text('Without it, US sales follow the rules of the destination.').nullable(),
    city: text('The city.').nullable(),
    zip: text('The ZIP or postal code.').nullable(),
  })
  .meta({ description: 'Where the seller is established and ships from.' });

export const accountAnswer = named('Account', 'What a tenant has settled for all of its documents.', {
  tenantId: uuid('Its id.'),
  name: text('Its name.'),
  homeAddress,
  collect: choice(['EVERYWHERE', 'WHERE_REGISTERED'], 'Where tax is collected.'),
  oneStopShop: flag('Whether sales to EU consumers are declared through the one-stop shop, and charged there.'),
  defaultCurrency: text('The currency of documents that name none, ISO 4217.', ['USD']),
  roundingLevel: choice(['LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'], 'What is rounded.'),
  tieRule: choice(['HALF_UP', 'HALF_DOWN', 'HALF_EVEN'], 'How exact halves are rounded.'),
  inclusiveRounding: choice(['TAX', 'NET'], 'What is rounded where prices have the tax inside.'),
  exemptInclusivePrice: choice(['KEEP', 'STRIP'], 'What an exempt buyer pays where prices have the tax inside.'),
  discountCoversShipping: flag('Whether a discount on the whole document covers the shipping fee too.'),
  shippingRate: choice(['OWN_CODE', 'WEIGHTED_BY_ITEMS'], 'How a shipping fee is taxed.'),
});

const from = day('The first day it holds.');
const to = day('The last day it holds; absent while it is open.').optional();

export const declaredNexus = {
  physicalNexus: list(
    z.object({ from, to, note: text('What it is: an office, goods in a warehouse.').optional() }),
    'Declared presences, oldest first.',
  ),
  economicNexus: list(z.object({ from, to }), 'Approvals of nexus by sales, oldest first.'),
  registrations: list(
    z.object({
      from,
      to,
      number: text('The number the authority gave; absent until it has given one.').optional(),
      scheme: choice(['STANDARD', 'ONE_STOP_SHOP'], 'Whether it is one for the whole EU.'),
    }),
    'Declared registrations, oldest first.',
  ),
};

export const nexusAnswer = named('Nexus', 'What is declared of a place; it may be sent back by PUT.', {
  country: text('ISO 3166-1 alpha-2.'),
  state: text('US state (MN) or region (CA-QC); absent for a whole country.').optional(),
  ...declaredNexus,
  internalTimestamps: internalTimestampsAnswer,
});
