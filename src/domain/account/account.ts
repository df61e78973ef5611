import { type Field, field, record } from '../base/record.ts';
import { coverageRequirement } from '../coverage/coverage-requirement.ts';
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
import type { TenantSettings } from './tenant.ts';
import { tenantKind } from './tenant-kind.ts';

const homeAddress = record('HomeAddress', 'Where the seller is established and ships from.', {
  country: field.country(
    'The country in which the seller is established. It distinguishes domestic sales from exports.',
  ),
  state: field.optional(field.text('State, province or region.', { isNullInRest: true }), 'if it is not set'),
  city: field.optional(
    field.text('City or town. Sales within a state with origin sourcing use its rates.', { isNullInRest: true }),
    'if it is not set',
  ),
  zip: field.optional(field.text('ZIP or postal code.', { isNullInRest: true }), 'if it is not set'),
});

type Settled = { readonly settings: TenantSettings };

const setting = <Of extends Field>(name: keyof TenantSettings, of: Of) =>
  field.derived(of, (({ settings }: Settled) => settings[name]) as (tenant: Settled) => never);

/** The settings of an account with their descriptions, which the input for changes reuses. */
export const account = record('Account', 'A tenant and its settings, which apply to all of its documents.', {
  tenantId: field.uuid('The id of the tenant, as tokens contain it.'),
  name: field.text('The name of the tenant, for operators.'),
  kind: field.choice(tenantKind, 'Whether the tenant is for real sales or for tests.'),
  homeAddress: setting(
    'homeAddress',
    field.part(
      homeAddress,
      'Where the seller is established. Without a state, US sales are taxed by the rules of the destination.',
    ),
  ),
  collectionPolicy: setting('collectionPolicy', field.choice(collectionPolicy, 'Where tax is collected.')),
  oneStopShop: setting(
    'oneStopShop',
    field.flag('Whether sales to EU consumers are declared, and charged, through the one-stop shop.'),
  ),
  euDistanceSales: setting(
    'euDistanceSales',
    field.choice(euDistanceSales, 'Whether sales to consumers in other EU member states are below 10,000 EUR a year.'),
  ),
  deliveryFees: setting(
    'deliveryFees',
    field.choice(deliveryFees, 'Whether state delivery fees are charged or only reported.'),
  ),
  joinedSimplifiedSellersUseTaxOn: setting(
    'joinedSimplifiedSellersUseTaxOn',
    field.optional(
      field.day(
        'First day on which the seller takes part in Alabama’s program for sellers from outside the state, and charges the flat 8 % of the Simplified Sellers Use Tax there instead of state and local rates.',
        { examples: ['2026-01-01'], isNullInRest: true },
      ),
      'for none',
    ),
  ),
  dayOfInstant: setting(
    'dayOfInstant',
    field.choice(dayOfInstant, 'Calendar day of a document whose `createdDate` is an instant in UTC.'),
  ),
  latePolicy: setting(
    'latePolicy',
    field.choice(latePolicy, 'What becomes of a document whose tax date is in a filed period.'),
  ),
  nexusNotices: setting(
    'nexusNotices',
    field.flag(
      'Whether invoices have the notice `NEXUS_THRESHOLD_REACHED` for places whose threshold is reached and where no nexus is declared. Slower: each invoice also reads the sales of its places.',
    ),
  ),
  expiringSoonDays: setting(
    'expiringSoonDays',
    field.count('Days before the last day of a certificate from which its status is `EXPIRING_SOON`.'),
  ),
  requireEvidence: setting(
    'requireEvidence',
    field.flag(
      'Whether a certificate exempts only with a file attached to it, such as a scan. Without one, its status is `PENDING`, and documents that it would cover have the notice `CERTIFICATE_PENDING`.',
    ),
  ),
  require: setting(
    'require',
    field.part(
      coverageRequirement,
      'Minimum precision of addresses in documents, quotes and US rate look-ups, and which tax codes are accepted. Less precise addresses are refused with `INSUFFICIENT_COVERAGE`, unknown tax codes with `INVALID_INPUT`.',
    ),
  ),
  defaultCurrency: setting('defaultCurrency', field.currency('The currency of documents that specify none.')),
  defaultTaxCode: setting(
    'defaultTaxCode',
    field.optional(
      field.text(
        'Tax code of items that are sent without one. They have the notice `TAX_CODE_ASSUMED`. Without it, a document or quote with such an item is refused.',
        { examples: ['C1S1'], isNullInRest: true },
      ),
      'for none',
    ),
  ),
  reportingCurrency: setting(
    'reportingCurrency',
    field.optional(
      field.currency(
        'Currency that documents and liability in other currencies are converted to, besides their own, such as EUR.',
        { examples: ['EUR'], isNullInRest: true },
      ),
      'for none',
    ),
  ),
  roundingLevel: setting(
    'roundingLevel',
    field.choice(roundingLevel, 'The amount that is rounded to the smallest unit of the currency.'),
  ),
  roundingMode: setting(
    'roundingMode',
    field.choice(
      roundingMode,
      'How taxes are rounded. Totals, discounts and the shares of the tax of an invoice that refunds return are always rounded half away from zero.',
    ),
  ),
  inclusiveRounding: setting(
    'inclusiveRounding',
    field.choice(inclusiveRounding, 'Whether the tax or the net price is rounded when prices include the tax.'),
  ),
  exemptInclusivePrice: setting(
    'exemptInclusivePrice',
    field.choice(exemptInclusivePrice, 'What an exempt buyer pays when prices include the tax.'),
  ),
  discountCoversShipping: setting(
    'discountCoversShipping',
    field.flag('Whether a discount on the whole document also covers the shipping fee.'),
  ),
  shippingTaxMethod: setting('shippingTaxMethod', field.choice(shippingTaxMethod, 'How a shipping fee is taxed.')),
});
