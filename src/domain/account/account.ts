import { type Field, field, record } from '../base/record.ts';
import { coverageRequirement } from '../coverage/coverage-requirement.ts';
import { journalSettingsRecord } from './journal-settings.ts';
import {
  collectionPolicy,
  dayOfInstant,
  deliveryFees,
  euDistanceSales,
  exemptInclusivePrice,
  inclusiveRounding,
  latePolicy,
  roundingLevel,
  roundingMode,
  shippingTaxMethod,
} from './setting-choices.ts';
import { type TenantSettings, tenantSettings } from './tenant.ts';
import { tenantKind } from './tenant-kind.ts';

const homeAddress = record('HomeAddress', 'Address of the seller’s establishment, from which goods ship.', {
  country: field.country(
    'The country in which the seller is established. It distinguishes domestic sales from exports.',
  ),
  state: field.optional(field.text('State, province or region.', { isNullInRest: true }), 'if not set'),
  city: field.optional(
    field.text('City or town, whose rates apply to sales within a state with origin sourcing.', { isNullInRest: true }),
    'if not set',
  ),
  zip: field.optional(field.text('ZIP or postal code.', { isNullInRest: true }), 'if not set'),
});

type Settled = { readonly settings: TenantSettings };

/** An account setting, with the description of its input field but without the default. */
const setting = <Of extends Field>(
  name: Exclude<keyof TenantSettings, 'homeAddress'>,
  of: (description: string) => Of,
) =>
  field.derived(
    of(tenantSettings.shape[name].description!.replace(/ Default: [^.]*\./, '')),
    (({ settings }: Settled) => settings[name]) as (tenant: Settled) => never,
  );

export const account = record('Account', 'A tenant and its settings, which apply to all of its documents.', {
  tenantId: field.uuid('The id of the tenant, as in its tokens.'),
  name: field.text('The name of the tenant, for operators.'),
  kind: field.choice(tenantKind, 'Whether the tenant is for real sales or for tests.'),
  homeAddress: field.derived(
    field.part(
      homeAddress,
      'Address of the seller’s establishment. Without a state, US sales are taxed by the rules of the destination.',
    ),
    (({ settings }: Settled) => settings.homeAddress) as (tenant: Settled) => never,
  ),
  collectionPolicy: setting('collectionPolicy', (said) => field.choice(collectionPolicy, said)),
  oneStopShop: setting('oneStopShop', (said) => field.flag(said)),
  euDistanceSales: setting('euDistanceSales', (said) => field.choice(euDistanceSales, said)),
  sellerIsSmallBusiness: setting('sellerIsSmallBusiness', (said) => field.flag(said)),
  deliveryFees: setting('deliveryFees', (said) => field.choice(deliveryFees, said)),
  joinedSimplifiedSellersUseTaxOn: setting('joinedSimplifiedSellersUseTaxOn', (said) =>
    field.optional(field.day(said, { examples: ['2026-01-01'], isNullInRest: true }), 'if not set'),
  ),
  dayOfInstant: setting('dayOfInstant', (said) => field.choice(dayOfInstant, said)),
  latePolicy: setting('latePolicy', (said) => field.choice(latePolicy, said)),
  nexusNotices: setting('nexusNotices', (said) => field.flag(said)),
  expiringSoonDays: setting('expiringSoonDays', (said) => field.count(said)),
  requireEvidence: setting('requireEvidence', (said) => field.flag(said)),
  require: setting('require', (said) => field.part(coverageRequirement, said)),
  defaultCurrency: setting('defaultCurrency', (said) => field.currency(said)),
  defaultTaxCode: setting('defaultTaxCode', (said) =>
    field.optional(field.text(said, { examples: ['C1S1'], isNullInRest: true }), 'if not set'),
  ),
  reportingCurrency: setting('reportingCurrency', (said) =>
    field.optional(field.currency(said, { examples: ['EUR'], isNullInRest: true }), 'if not set'),
  ),
  roundingLevel: setting('roundingLevel', (said) => field.choice(roundingLevel, said)),
  roundingMode: setting('roundingMode', (said) => field.choice(roundingMode, said)),
  inclusiveRounding: setting('inclusiveRounding', (said) => field.choice(inclusiveRounding, said)),
  exemptInclusivePrice: setting('exemptInclusivePrice', (said) => field.choice(exemptInclusivePrice, said)),
  discountCoversShipping: setting('discountCoversShipping', (said) => field.flag(said)),
  shippingTaxMethod: setting('shippingTaxMethod', (said) => field.choice(shippingTaxMethod, said)),
  journal: setting('journal', (said) => field.part(journalSettingsRecord, said)),
} satisfies Record<keyof TenantSettings | 'tenantId' | 'name' | 'kind', Field>);
