import { z } from 'zod';
import type { Tenant } from '../../domain/account/tenant.ts';
import { homeAddressFields, settingsFields } from '../../domain/account/tenant-input.ts';
import { coverageFields, requiredPrecisions } from '../../domain/coverage/coverage-requirement.ts';
import { choice, count, flag, named, text, uuid } from '../http/members.ts';

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

export const accountResponse = named('Account', 'Settings of a tenant, which apply to all of its documents.', {
  tenantId: uuid('Id of the tenant.'),
  name: text('Name of the tenant.'),
  homeAddress,
  collectionPolicy: choice(['EVERYWHERE', 'WHERE_REGISTERED'], settings.collectionPolicy),
  oneStopShop: flag(settings.oneStopShop),
  euDistanceSales: choice(['BELOW_THRESHOLD', 'ABOVE_THRESHOLD'], settings.euDistanceSales),
  deliveryFees: choice(['REPORT', 'CHARGE'], settings.deliveryFees),
  latePolicy: choice(['NEXT_PERIOD', 'REFUSE'], settings.latePolicy),
  nexusNotices: flag(settings.nexusNotices),
  expiringSoonDays: count(settings.expiringSoonDays),
  require: z
    .object({
      precision: choice(requiredPrecisions, coverageFields.shape.precision),
      complete: flag(coverageFields.shape.complete),
    })
    .meta({ description: settings.require.description }),
  defaultCurrency: text(settings.defaultCurrency, ['USD']),
  reportingCurrency: text(settings.reportingCurrency, ['EUR']).nullable(),
  roundingLevel: choice(['LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'], settings.roundingLevel),
  roundingMode: choice(['HALF_UP', 'HALF_DOWN', 'HALF_EVEN'], settings.roundingMode),
  inclusiveRounding: choice(['TAX', 'NET'], settings.inclusiveRounding),
  exemptInclusivePrice: choice(['KEEP', 'STRIP'], settings.exemptInclusivePrice),
  discountCoversShipping: flag(settings.discountCoversShipping),
  shippingTaxMethod: choice(['OWN_CODE', 'WEIGHTED_BY_ITEMS'], settings.shippingTaxMethod),
});

export function accountJson({ tenantId, name, settings }: Tenant) {
  return { tenantId, name, ...settings };
}
