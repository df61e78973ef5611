import { z } from 'zod';
import { homeAddressFields, settingsFields } from '../../domain/account/tenant-input.ts';
import { exemptionStatuses, exemptionTypes } from '../../domain/exemptions/exemption.ts';
import { exemptionFields } from '../../domain/exemptions/exemption-input.ts';
import {
  certificateFields,
  classificationFields,
  statusFields,
  validationDatesFields,
} from '../../domain/exemptions/exemption-terms.ts';
import { registrationSchemes } from '../../domain/nexus/nexus.ts';
import { physicalNexusFields, registrationFields } from '../../domain/nexus/nexus-input.ts';
import { choice, day, flag, internalTimestampsAnswer, list, named, rate, text, uuid } from '../http/members.ts';

const { shape: terms } = exemptionFields.shape.exemption;
const { shape: status } = statusFields;
const { shape: classification } = classificationFields;
const { shape: validationDates } = validationDatesFields;
const { shape: certificate } = certificateFields;

export const exemptionAnswer = named('Exemption', 'A customer’s exemption from tax in a state or country.', {
  serviceId: uuid('Id that the service gave the exemption.'),
  customerId: uuid(terms.customerId),
  country: text('ISO 3166-1 code of the country in which the exemption is valid.', ['US']),
  state: z
    .object({
      abbreviation: text('Code of the state.', ['MN']),
      code: text('Code of the state, again.', ['MN']),
      name: text('Name of the state.', ['Minnesota']).optional(),
    })
    .meta({ description: 'State in which the exemption is valid; absent if it is valid in the whole country.' })
    .optional(),
  classification: z
    .object({ code: text(classification.code).optional(), description: text(classification.description).optional() })
    .meta({ description: terms.classification.description })
    .optional(),
  validationDates: z
    .object({ fromDate: text(validationDates.fromDate).optional(), toDate: text(validationDates.toDate).optional() })
    .meta({ description: terms.validationDates.description })
    .optional(),
  internalTimestamps: internalTimestampsAnswer,
  status: z
    .object({ code: choice(exemptionStatuses, status.code), name: text('Status in words, such as Active.') })
    .meta({ description: terms.status.description }),
  certificate: z
    .object({
      certificateId: text(certificate.certificateId).optional(),
      url: text(certificate.url).optional(),
      name: text(certificate.name).optional(),
    })
    .meta({ description: terms.certificate.description })
    .optional(),
  exemptionType: choice(exemptionTypes, terms.exemptionType),
  exemptionStatus: choice(exemptionStatuses, terms.exemptionStatus),
  exemptPercentage: rate(terms.exemptPercentage).optional(),
  reducedRate: rate(terms.reducedRate).optional(),
  taxCodes: list(text('A tax code.', ['C1S1']), terms.taxCodes),
});

const settings = settingsFields.shape;
const address = homeAddressFields.shape;
const homeAddress = z
  .object({
    country: text('ISO 3166-1 code of the country.', ['US']),
    state: text(address.state).nullable(),
    city: text(address.city).nullable(),
    zip: text(address.zip).nullable(),
  })
  .meta({ description: settings.homeAddress.description });

export const accountAnswer = named('Account', 'Settings of a tenant, which apply to all of its documents.', {
  tenantId: uuid('Id of the tenant.'),
  name: text('Name of the tenant.'),
  homeAddress,
  collect: choice(['EVERYWHERE', 'WHERE_REGISTERED'], settings.collect),
  oneStopShop: flag(settings.oneStopShop),
  defaultCurrency: text(settings.defaultCurrency, ['USD']),
  roundingLevel: choice(['LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'], settings.roundingLevel),
  tieRule: choice(['HALF_UP', 'HALF_DOWN', 'HALF_EVEN'], settings.tieRule),
  inclusiveRounding: choice(['TAX', 'NET'], settings.inclusiveRounding),
  exemptInclusivePrice: choice(['KEEP', 'STRIP'], settings.exemptInclusivePrice),
  discountCoversShipping: flag(settings.discountCoversShipping),
  shippingRate: choice(['OWN_CODE', 'WEIGHTED_BY_ITEMS'], settings.shippingRate),
});

const from = day('First day.');
const to = day('Last day; absent if there is none.').optional();
const physicalNexus = { from, to, note: text(physicalNexusFields.shape.note).optional() };
const { shape: registration } = registrationFields;

export const declaredNexus = {
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

export const nexusAnswer = named('Nexus', 'Nexus and registrations declared for a place. It may be sent back by PUT.', {
  country: text('ISO 3166-1 code of the country.', ['US']),
  state: text('Code of the US state or region; absent for a whole country.', ['MN', 'CA-QC']).optional(),
  ...declaredNexus,
  internalTimestamps: internalTimestampsAnswer,
});
