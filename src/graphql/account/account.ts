import type { Tenant, TenantSettings } from '../../domain/account/tenant.ts';
import { settingsPatch } from '../../domain/account/tenant-input.ts';
import { getAccount } from '../../usecases/account/get-account.ts';
import { updateAccount } from '../../usecases/account/update-account.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { CoverageRequirementInputRef, CoverageRequirementRef } from '../base/coverage-requirement.ts';
import { InvalidInput } from '../base/errors.ts';
import {
  CollectionPolicyEnum,
  DeliveryFeesEnum,
  EuDistanceSalesEnum,
  ExemptInclusivePriceEnum,
  InclusiveRoundingEnum,
  LatePolicyEnum,
  RoundingLevelEnum,
  RoundingModeEnum,
  ShippingTaxMethodEnum,
} from './setting-enums.ts';

const described = {
  collectionPolicy: 'Where tax is collected.',
  oneStopShop: 'Whether sales to EU consumers are declared, and charged, through the one-stop shop.',
  euDistanceSales: 'Whether sales to consumers in other EU member states are below 10,000 EUR a year.',
  deliveryFees: 'Whether state delivery fees are charged or only reported.',
  latePolicy: 'What becomes of a document whose tax date is in a filed period.',
  nexusNotices: 'Whether invoices tell when the sales to their place have reached the threshold of nexus.',
  expiringSoonDays: 'Days before the last day of a certificate from which its status is `EXPIRING_SOON`.',
  require: 'How well the place of every document and quote must be known; below it, they are refused.',
  defaultCurrency: 'The currency of documents that specify none.',
  reportingCurrency:
    'Currency that documents and liability in other currencies are converted to, besides their own, such as EUR; null for none.',
  roundingLevel: 'The amount that is rounded to the smallest unit of the currency.',
  roundingMode:
    'How exact halves are rounded in taxes; totals, discounts and shares of the tax of an invoice are always rounded away from zero.',
  inclusiveRounding: 'Whether the tax or the net price is rounded when prices include the tax.',
  exemptInclusivePrice: 'What an exempt buyer pays when prices include the tax.',
  discountCoversShipping: 'Whether a discount on the whole document also covers the shipping fee.',
  shippingTaxMethod: 'How a shipping fee is taxed.',
} satisfies { readonly [Name in Exclude<keyof TenantSettings, 'homeAddress'>]: string };

const describedHome = {
  country: 'The country in which the seller is established. It distinguishes domestic sales from exports.',
  state: 'State, province or region.',
  city: 'City or town. Sales within a state with origin sourcing use its rates.',
  zip: 'ZIP or postal code.',
} satisfies { readonly [Name in keyof TenantSettings['homeAddress']]: string };

const HomeAddressRef = builder.objectRef<TenantSettings['homeAddress']>('HomeAddress').implement({
  description: 'Where the seller is established and ships from.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', description: describedHome.country }),
    state: t.exposeString('state', { nullable: true, description: describedHome.state }),
    city: t.exposeString('city', { nullable: true, description: describedHome.city }),
    zip: t.exposeString('zip', { nullable: true, description: describedHome.zip }),
  }),
});

const AccountRef = builder.objectRef<Tenant>('Account').implement({
  description: 'A tenant and its settings, which apply to all of its documents.',
  fields: (t) => ({
    tenantId: t.expose('tenantId', { type: 'UUID', description: 'The id of the tenant, as tokens contain it.' }),
    name: t.exposeString('name', { description: 'The name of the tenant, for operators.' }),
    homeAddress: t.field({
      type: HomeAddressRef,
      description:
        'Where the seller is established. Without a state, US sales are taxed by the rules of the destination.',
      resolve: ({ settings }) => settings.homeAddress,
    }),
    collectionPolicy: t.field({
      type: CollectionPolicyEnum,
      description: described.collectionPolicy,
      resolve: ({ settings }) => settings.collectionPolicy,
    }),
    oneStopShop: t.boolean({
      description: described.oneStopShop,
      resolve: ({ settings }) => settings.oneStopShop,
    }),
    euDistanceSales: t.field({
      type: EuDistanceSalesEnum,
      description: described.euDistanceSales,
      resolve: ({ settings }) => settings.euDistanceSales,
    }),
    deliveryFees: t.field({
      type: DeliveryFeesEnum,
      description: described.deliveryFees,
      resolve: ({ settings }) => settings.deliveryFees,
    }),
    latePolicy: t.field({
      type: LatePolicyEnum,
      description: described.latePolicy,
      resolve: ({ settings }) => settings.latePolicy,
    }),
    nexusNotices: t.boolean({
      description: described.nexusNotices,
      resolve: ({ settings }) => settings.nexusNotices,
    }),
    expiringSoonDays: t.int({
      description: described.expiringSoonDays,
      resolve: ({ settings }) => settings.expiringSoonDays,
    }),
    require: t.field({
      type: CoverageRequirementRef,
      description: described.require,
      resolve: ({ settings }) => settings.require,
    }),
    defaultCurrency: t.field({
      type: 'CurrencyCode',
      description: described.defaultCurrency,
      resolve: ({ settings }) => settings.defaultCurrency,
    }),
    reportingCurrency: t.field({
      type: 'CurrencyCode',
      nullable: true,
      description: described.reportingCurrency,
      resolve: ({ settings }) => settings.reportingCurrency,
    }),
    roundingLevel: t.field({
      type: RoundingLevelEnum,
      description: described.roundingLevel,
      resolve: ({ settings }) => settings.roundingLevel,
    }),
    roundingMode: t.field({
      type: RoundingModeEnum,
      description: described.roundingMode,
      resolve: ({ settings }) => settings.roundingMode,
    }),
    inclusiveRounding: t.field({
      type: InclusiveRoundingEnum,
      description: described.inclusiveRounding,
      resolve: ({ settings }) => settings.inclusiveRounding,
    }),
    exemptInclusivePrice: t.field({
      type: ExemptInclusivePriceEnum,
      description: described.exemptInclusivePrice,
      resolve: ({ settings }) => settings.exemptInclusivePrice,
    }),
    discountCoversShipping: t.boolean({
      description: described.discountCoversShipping,
      resolve: ({ settings }) => settings.discountCoversShipping,
    }),
    shippingTaxMethod: t.field({
      type: ShippingTaxMethodEnum,
      description: described.shippingTaxMethod,
      resolve: ({ settings }) => settings.shippingTaxMethod,
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: AccountRef,
    description: 'The tenant of the token, with its settings. Every valid token can read it; no scope is needed.',
    resolve: (_root, _args, ctx) => getAccount(ctx),
  }),
);

const HomeAddressInputRef = builder.inputType('HomeAddressInput', {
  description: 'Where the seller is established. Absent fields are kept, null clears a field.',
  fields: (t) => ({
    country: t.string({ description: `${describedHome.country} By code or English name.` }),
    state: t.string({ description: describedHome.state }),
    city: t.string({ description: describedHome.city }),
    zip: t.string({ description: describedHome.zip }),
  }),
});

const UpdateAccountInputRef = builder.inputType('UpdateAccountInput', {
  description: 'Settings to change. Absent settings are kept, null restores the default.',
  fields: (t) => ({
    homeAddress: t.field({ type: HomeAddressInputRef, description: 'Merged into the stored address.' }),
    collectionPolicy: t.field({ type: CollectionPolicyEnum, description: described.collectionPolicy }),
    oneStopShop: t.boolean({ description: described.oneStopShop }),
    euDistanceSales: t.field({ type: EuDistanceSalesEnum, description: described.euDistanceSales }),
    deliveryFees: t.field({ type: DeliveryFeesEnum, description: described.deliveryFees }),
    latePolicy: t.field({ type: LatePolicyEnum, description: described.latePolicy }),
    nexusNotices: t.boolean({ description: described.nexusNotices }),
    expiringSoonDays: t.int({ description: described.expiringSoonDays }),
    require: t.field({ type: CoverageRequirementInputRef, description: described.require }),
    defaultCurrency: t.field({ type: 'CurrencyCode', description: described.defaultCurrency }),
    reportingCurrency: t.field({ type: 'CurrencyCode', description: described.reportingCurrency }),
    roundingLevel: t.field({ type: RoundingLevelEnum, description: described.roundingLevel }),
    roundingMode: t.field({ type: RoundingModeEnum, description: described.roundingMode }),
    inclusiveRounding: t.field({ type: InclusiveRoundingEnum, description: described.inclusiveRounding }),
    exemptInclusivePrice: t.field({ type: ExemptInclusivePriceEnum, description: described.exemptInclusivePrice }),
    discountCoversShipping: t.boolean({ description: described.discountCoversShipping }),
    shippingTaxMethod: t.field({ type: ShippingTaxMethodEnum, description: described.shippingTaxMethod }),
  }),
});

builder.mutationField('updateAccount', (t) =>
  t.field({
    type: AccountRef,
    errors: { types: [InvalidInput] },
    description:
      'Changes settings: absent settings are kept, null restores the default. Stored documents keep the settings they were calculated with; the next document, on any replica, uses the change. Needs the scope `admin`.',
    args: {
      input: t.arg({
        ...checked(UpdateAccountInputRef, settingsPatch),
        required: true,
        description: 'The settings to change.',
      }),
    },
    resolve: (_root, { input }, ctx) => updateAccount(ctx, ctx.inputs, input.parsed),
  }),
);
