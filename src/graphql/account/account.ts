import type { Tenant, TenantSettings } from '../../domain/account/tenant.ts';
import type { Inputs } from '../../domain/inputs.ts';
import { getAccount } from '../../usecases/account/get-account.ts';
import { updateAccount } from '../../usecases/account/update-account.ts';
import type { Builder } from '../base/builder.ts';
import { checkedBy } from '../base/checked-input.ts';
import { InvalidInput } from '../base/errors.ts';

/** What a tenant has settled for all of its documents, and changing it. */
export function addAccount(builder: Builder, inputs: Inputs): void {
  const enums = addSettingEnums(builder);
  const account = addAccountType(builder, enums);
  const patch = addAccountPatch(builder, enums);
  const checked = checkedBy(inputs.settingsPatch, patch);
  builder.queryField('account', (t) =>
    t.field({
      type: account,
      description: 'The tenant of the token, with its settings. Any valid token reads it; no scope is needed.',
      resolve: (_root, _args, ctx) => getAccount(ctx),
    }),
  );
  builder.mutationField('updateAccount', (t) =>
    t.field({
      type: account,
      errors: { types: [InvalidInput] },
      description:
        'Changes settings: what is absent stays, null goes back to the default. Stored documents keep the settings they were calculated with; new ones follow within a second. Needs the scope `admin`.',
      args: {
        input: t.arg({
          type: patch,
          required: true,
          description: 'What to change.',
          validate: { schema: checked.schema },
        }),
      },
      resolve: (_root, { input }, ctx) => updateAccount(ctx, inputs, checked.valueOf(input)),
    }),
  );
}

function addSettingEnums(builder: Builder) {
  return {
    collect: builder.enumType('Collect', {
      description: 'Where the seller collects tax.',
      values: {
        EVERYWHERE: { description: 'At every destination, as if registered there.' },
        WHERE_REGISTERED: {
          description:
            'Only where a registration, approved economic nexus or declared physical nexus holds on the tax date (see `nexus`); elsewhere nothing is charged.',
        },
      },
    }),
    roundingLevel: builder.enumType('RoundingLevel', {
      description: 'What is rounded.',
      values: {
        LINE: { description: 'The tax of each line.' },
        DOCUMENT: { description: 'The tax of the document; lines share it.' },
        DOCUMENT_PER_RATE: { description: 'The tax of each rate in the document; its lines share it.' },
        UNIT: { description: 'The tax of each piece.' },
      },
    }),
    tieRule: builder.enumType('TieRule', {
      description: 'What becomes of an exact half of the smallest coin, in taxes.',
      values: {
        HALF_UP: { description: 'Away from zero.' },
        HALF_DOWN: { description: 'Towards zero.' },
        HALF_EVEN: { description: 'To the even neighbour.' },
      },
    }),
    inclusiveRounding: builder.enumType('InclusiveRounding', {
      description: 'What is rounded where prices have the tax inside; the other takes what is left.',
      values: {
        TAX: { description: 'The tax is rounded; the net price takes what is left.' },
        NET: { description: 'The net price is rounded; the tax takes what is left.' },
      },
    }),
    exemptInclusivePrice: builder.enumType('ExemptInclusivePrice', {
      description: 'What an exempt buyer pays where prices have the tax inside.',
      values: {
        KEEP: { description: 'The price as it stands.' },
        STRIP: { description: 'The price without the tax inside it.' },
      },
    }),
    shippingRate: builder.enumType('ShippingRate', {
      description: 'How a shipping fee is taxed.',
      values: {
        OWN_CODE: { description: 'By its own tax code.' },
        WEIGHTED_BY_ITEMS: { description: 'At the average rate of the items.' },
      },
    }),
  };
}

type SettingEnums = ReturnType<typeof addSettingEnums>;

function addAccountType(builder: Builder, enums: SettingEnums) {
  const homeAddress = builder.objectRef<TenantSettings['homeAddress']>('HomeAddress').implement({
    description: 'Where the seller is established and ships from.',
    fields: (t) => ({
      country: t.expose('country', {
        type: 'CountryCode',
        description: 'Where the seller is established: decides between domestic sales and exports.',
      }),
      state: t.exposeString('state', { nullable: true, description: 'State, province or region.' }),
      city: t.exposeString('city', {
        nullable: true,
        description: 'For sales within an origin state, whose rates are those of this place.',
      }),
      zip: t.exposeString('zip', { nullable: true, description: 'The ZIP or postal code.' }),
    }),
  });
  return builder.objectRef<Tenant>('Account').implement({
    description: 'A tenant, and what it has settled for all of its documents.',
    fields: (t) => ({
      tenantId: t.expose('tenantId', { type: 'UUID', description: 'Names it in tokens and towards operators.' }),
      name: t.exposeString('name', { description: 'What operators call it; nothing depends on it.' }),
      homeAddress: t.field({
        type: homeAddress,
        description: 'Where the seller is established. Without a state, US sales follow the rules of the destination.',
        resolve: ({ settings }) => settings.homeAddress,
      }),
      collect: t.field({
        type: enums.collect,
        description: 'Where tax is collected.',
        resolve: ({ settings }) => settings.collect,
      }),
      oneStopShop: t.boolean({
        description: 'Whether sales to EU consumers are declared through the one-stop shop, and charged there.',
        resolve: ({ settings }) => settings.oneStopShop,
      }),
      defaultCurrency: t.field({
        type: 'CurrencyCode',
        description: 'The currency of documents that name none.',
        resolve: ({ settings }) => settings.defaultCurrency,
      }),
      roundingLevel: t.field({
        type: enums.roundingLevel,
        description: 'What is rounded.',
        resolve: ({ settings }) => settings.roundingLevel,
      }),
      tieRule: t.field({
        type: enums.tieRule,
        description: 'How exact halves are rounded.',
        resolve: ({ settings }) => settings.tieRule,
      }),
      inclusiveRounding: t.field({
        type: enums.inclusiveRounding,
        description: 'What is rounded where prices have the tax inside.',
        resolve: ({ settings }) => settings.inclusiveRounding,
      }),
      exemptInclusivePrice: t.field({
        type: enums.exemptInclusivePrice,
        description: 'What an exempt buyer pays where prices have the tax inside.',
        resolve: ({ settings }) => settings.exemptInclusivePrice,
      }),
      discountCoversShipping: t.boolean({
        description: 'Whether a discount on the whole document covers the shipping fee too.',
        resolve: ({ settings }) => settings.discountCoversShipping,
      }),
      shippingRate: t.field({
        type: enums.shippingRate,
        description: 'How a shipping fee is taxed.',
        resolve: ({ settings }) => settings.shippingRate,
      }),
    }),
  });
}

function addAccountPatch(builder: Builder, enums: SettingEnums) {
  const homeAddress = builder.inputType('HomeAddressInput', {
    description: 'Where the seller is established; what is absent stays, null clears.',
    fields: (t) => ({
      country: t.string({ description: 'Code or English name.' }),
      state: t.string({ description: 'State, province or region.' }),
      city: t.string({ description: 'For sales within an origin state, whose rates are those of this place.' }),
      zip: t.string({ description: 'The ZIP or postal code.' }),
    }),
  });
  return builder.inputType('UpdateAccountInput', {
    description: 'Settings to change: what is absent stays, null goes back to the default.',
    fields: (t) => ({
      homeAddress: t.field({ type: homeAddress, description: 'Merged into the stored address.' }),
      collect: t.field({ type: enums.collect, description: 'Where tax is collected.' }),
      oneStopShop: t.boolean({ description: 'Whether the one-stop shop of the EU is used.' }),
      defaultCurrency: t.field({ type: 'CurrencyCode', description: 'The currency of documents that name none.' }),
      roundingLevel: t.field({ type: enums.roundingLevel, description: 'What is rounded.' }),
      tieRule: t.field({ type: enums.tieRule, description: 'How exact halves are rounded.' }),
      inclusiveRounding: t.field({ type: enums.inclusiveRounding, description: 'For prices with the tax inside.' }),
      exemptInclusivePrice: t.field({ type: enums.exemptInclusivePrice, description: 'For exempt buyers.' }),
      discountCoversShipping: t.boolean({ description: 'Whether discounts cover the shipping fee.' }),
      shippingRate: t.field({ type: enums.shippingRate, description: 'How a shipping fee is taxed.' }),
    }),
  });
}
