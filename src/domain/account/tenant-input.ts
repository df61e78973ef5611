import { z } from 'zod';
import type { AddressMatcher } from '../base/address.ts';
import { findCurrency } from '../base/currency.ts';
import { addFault, orNull, sentShapes, text, textFromNumber, withoutNulls } from '../base/input.ts';
import { type TenantSettings, tenantSettings } from './tenant.ts';

const options = tenantSettings.shape;
const anything = z.unknown().optional();

/** Which settings a patch may name; their values are checked on the patched whole. */
export const settingsPatch = z.strictObject({
  homeAddress: z.strictObject({ country: anything, state: anything, city: anything, zip: anything }).nullish(),
  collect: anything,
  oneStopShop: anything,
  defaultCurrency: anything,
  roundingLevel: anything,
  tieRule: anything,
  inclusiveRounding: anything,
  exemptInclusivePrice: anything,
  discountCoversShipping: anything,
  shippingRate: anything,
});
sentShapes.set(settingsPatch, tenantSettings);
export type SettingsPatch = z.output<typeof settingsPatch>;

/** All settings of a tenant, as they may be kept: what is absent or null takes its default. */
export function settingsInput(matcher: () => AddressMatcher) {
  const homeAddress = z
    .object({
      country: text(0, 50).default('US'),
      state: orNull(text(0, 100)),
      city: orNull(text(0, 100)),
      zip: orNull(textFromNumber(20)),
    })
    .prefault({})
    .transform((address, ctx): TenantSettings['homeAddress'] => {
      const country = matcher().findCountry(address.country);
      if (country === null) {
        const message = `${JSON.stringify(address.country)} is no country that the rate book knows.`;
        addFault(ctx, { path: ['country'], code: 'UNKNOWN_VALUE', message });
        return z.NEVER;
      }
      // The US alone says nothing of where goods leave from, and needs no place.
      if (country === 'US' && address.state === null && address.zip === null) return { ...address, country };
      const nowhere = { region: null, county: null, street: null, isPartial: true };
      const match = matcher().matchAddress({ ...nowhere, ...address, country });
      for (const fault of match.kind === 'unmatched' ? match.faults : []) {
        addFault(ctx, { path: [fault.field], code: fault.code, message: fault.message });
      }
      return { ...address, country };
    });
  const defaultCurrency = z
    .string()
    .default('USD')
    .transform((code, ctx) => {
      const currency = findCurrency(code);
      if (currency !== null) return currency;
      const message = `${JSON.stringify(code.slice(0, 10))} is no ISO 4217 currency code, such as USD.`;
      addFault(ctx, { path: [], code: 'UNKNOWN_VALUE', message });
      return z.NEVER;
    });
  return z.preprocess(withoutNulls, z.object({ ...options, homeAddress, defaultCurrency }));
}
