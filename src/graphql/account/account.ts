import { account, homeAddress } from '../../domain/account/account.ts';
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
} from '../../domain/account/setting-choices.ts';
import { settingsPatch } from '../../domain/account/tenant-input.ts';
import { getAccount } from '../../usecases/account/get-account.ts';
import { updateAccount } from '../../usecases/account/update-account.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { CoverageRequirementInputRef } from '../base/coverage-requirement.ts';
import { InvalidInput } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { enumOf, recordType } from '../base/record-type.ts';

const AccountRef = recordType(account);

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
    country: t.string({ description: `${homeAddress.fields.country.description} By code or English name.` }),
    state: t.string({ description: homeAddress.fields.state.description }),
    city: t.string({ description: homeAddress.fields.city.description }),
    zip: t.string({ description: homeAddress.fields.zip.description }),
  }),
});

const UpdateAccountInputRef = builder.inputType('UpdateAccountInput', {
  description: 'Settings to change. Absent settings are kept, null restores the default.',
  fields: (t) => ({
    homeAddress: t.field({ type: HomeAddressInputRef, description: 'Merged into the stored address.' }),
    collectionPolicy: t.field({
      type: enumOf(collectionPolicy),
      description: account.fields.collectionPolicy.description,
    }),
    oneStopShop: t.boolean({ description: account.fields.oneStopShop.description }),
    euDistanceSales: t.field({
      type: enumOf(euDistanceSales),
      description: account.fields.euDistanceSales.description,
    }),
    deliveryFees: t.field({ type: enumOf(deliveryFees), description: account.fields.deliveryFees.description }),
    joinedSimplifiedSellersUseTaxOn: t.field({
      type: 'Date',
      description: account.fields.joinedSimplifiedSellersUseTaxOn.description,
    }),
    dayOfInstant: t.field({ type: enumOf(dayOfInstant), description: account.fields.dayOfInstant.description }),
    latePolicy: t.field({ type: enumOf(latePolicy), description: account.fields.latePolicy.description }),
    nexusNotices: t.boolean({ description: account.fields.nexusNotices.description }),
    expiringSoonDays: t.int({ description: account.fields.expiringSoonDays.description }),
    requireEvidence: t.boolean({ description: account.fields.requireEvidence.description }),
    require: t.field({ type: CoverageRequirementInputRef, description: account.fields.require.description }),
    defaultCurrency: t.field({ type: 'CurrencyCode', description: account.fields.defaultCurrency.description }),
    defaultTaxCode: t.string({ description: account.fields.defaultTaxCode.description }),
    reportingCurrency: t.field({ type: 'CurrencyCode', description: account.fields.reportingCurrency.description }),
    roundingLevel: t.field({ type: enumOf(roundingLevel), description: account.fields.roundingLevel.description }),
    roundingMode: t.field({ type: enumOf(roundingMode), description: account.fields.roundingMode.description }),
    inclusiveRounding: t.field({
      type: enumOf(inclusiveRounding),
      description: account.fields.inclusiveRounding.description,
    }),
    exemptInclusivePrice: t.field({
      type: enumOf(exemptInclusivePrice),
      description: account.fields.exemptInclusivePrice.description,
    }),
    discountCoversShipping: t.boolean({ description: account.fields.discountCoversShipping.description }),
    shippingTaxMethod: t.field({
      type: enumOf(shippingTaxMethod),
      description: account.fields.shippingTaxMethod.description,
    }),
  }),
});

builder.mutationField('updateAccount', (t) =>
  t.field({
    type: AccountRef,
    errors: { types: [InvalidInput] },
    extensions: needsScopes('admin'),
    description:
      'Changes settings: absent settings are kept, null restores the default, and another country of homeAddress clears the state, city and ZIP code of the old one. Stored documents keep the settings they were calculated with; the next document, on any replica, uses the change.',
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
