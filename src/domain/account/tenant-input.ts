import { z } from 'zod';
import { currencyInput } from '../base/currency.ts';
import { absentAsNull, boundedText, dayOfDateInput, textFromNumber } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { patchOf } from '../base/patch-of.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { unknownTaxCode } from '../coverage/coverage-requirement.ts';
import type { MatchedPlace } from '../places/address-match.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { type TenantSettings, tenantSettings } from './tenant.ts';

const homeAddressFields = input(
  'HomeAddressInput',
  'Address of the seller’s establishment. Omitted fields keep their values; null clears a field.',
  {
    country: boundedText(0, 50).default('US').meta({
      description:
        'Country, by ISO 3166-1 code or English name. A territory, such as Monaco, is stored with its country (France). Default: US.',
    }),
    state: absentAsNull(boundedText(0, 100)).meta({
      description: 'State, by code or name, such as MN. Without a state, US sales follow the rules of the destination.',
    }),
    city: absentAsNull(boundedText(0, 100)).meta({ description: 'City, such as Minneapolis.' }),
    zip: absentAsNull(textFromNumber(20)).meta({ description: 'ZIP or postal code, such as 55401.' }),
  },
);

/** The settings as submitted. */
export const settingsFields = tenantSettings.extend({
  homeAddress: homeAddressFields.prefault({}).meta({
    description: 'Address of the seller’s establishment, from which goods ship.',
  }),
});

export const settingsPatch = patchOf(settingsFields);
export type SettingsPatch = z.output<typeof settingsPatch>;

export type SettingsBook = AddressMatcher & {
  findTaxCode(code: string): { readonly code: string } | null;
  countryFacts(country: string): { readonly isInEu: boolean } | null;
};

/** All settings of a tenant. Omitted and null settings take their default values. */
export function settingsInput(matcher: () => SettingsBook) {
  const homeAddress = homeAddressFields.prefault({}).transform((address, ctx): TenantSettings['homeAddress'] => {
    const country = matcher().findCountry(address.country);
    if (country === null) {
      const message = `${JSON.stringify(address.country)} is not a country in the rate book.`;
      addIssue(ctx, { path: ['country'], code: 'UNKNOWN_VALUE', message });
      return z.NEVER;
    }
    // A US address with neither a state nor a ZIP code does not locate the seller, so it is not matched to a place.
    if (country === 'US' && address.state === null && address.zip === null) return { ...address, country };
    const match = matcher().matchAddress({ ...nowhere, ...address });
    if (match.kind === 'matched') return homeOfTax(matcher(), address, match.place);
    for (const { field, code, message } of match.issues) addIssue(ctx, { path: [field], code, message });
    return { ...address, country };
  });
  const defaultTaxCode = absentAsNull(boundedText(1, 256)).transform((code, ctx) => {
    if (code === null) return null;
    const known = matcher().findTaxCode(code);
    if (known) return known.code;
    addIssue(ctx, unknownTaxCode(code, []));
    return z.NEVER;
  });
  const defaultCurrency = currencyInput.prefault('USD');
  const reportingCurrency = absentAsNull(currencyInput);
  const joinedSimplifiedSellersUseTaxOn = absentAsNull(dayOfDateInput);
  return z.preprocess(
    withoutNulls,
    settingsFields
      .extend({
        homeAddress,
        defaultTaxCode,
        defaultCurrency,
        reportingCurrency,
        joinedSimplifiedSellersUseTaxOn,
      })
      .superRefine(({ sellerIsSmallBusiness, homeAddress: { country } }, ctx) => {
        if (!sellerIsSmallBusiness || matcher().countryFacts(country)?.isInEu) return;
        const message = `The scheme for small enterprises requires a homeAddress in the EU, not in ${country}. Set homeAddress, or set sellerIsSmallBusiness to false.`;
        addIssue(ctx, { path: ['sellerIsSmallBusiness'], code: 'INVALID_VALUE', message });
      }),
  );
}

/**
 * The address in the country whose tax law applies: Monaco is in France and the Isle of Man in the United Kingdom
 * (Directive 2006/112/EC, article 7). A territory that was sent as the country becomes the state.
 */
function homeOfTax(
  matcher: AddressMatcher,
  address: TenantSettings['homeAddress'],
  { country, subdivision }: MatchedPlace,
): TenantSettings['homeAddress'] {
  const within = matcher.matchAddress({ ...nowhere, ...address, country });
  const isNamed = within.kind === 'matched' && within.place.subdivision === subdivision;
  const isKept = isNamed && matcher.findCountry(address.country) === country;
  return isKept ? { ...address, country } : { ...address, country, state: subdivision };
}

const nowhere = { region: null, county: null, street: null, isPartial: true };
