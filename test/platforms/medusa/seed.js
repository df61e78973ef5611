// What the seller sets up once: a region, goods, shipping, and a coupon of 10 %.
const { ContainerRegistrationKeys, Modules, ProductStatus } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

exports.default = async ({ container }) => {
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  const [store] = await container.resolve(Modules.STORE).listStores();
  await run(flows.updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'usd', is_default: true }],
      default_sales_channel_id: channel.id,
    },
  });
  const [region] = await run(flows.createRegionsWorkflow, {
    regions: [
      {
        name: 'US',
        currency_code: 'usd',
        countries: ['us'],
        payment_providers: ['pp_system_default'],
        automatic_taxes: true,
      },
    ],
  });
  await run(flows.createTaxRegionsWorkflow, [{ country_code: 'us', provider_id: 'tp_tollgate_tollgate' }]);
  const [place] = await run(flows.createStockLocationsWorkflow, {
    locations: [{ name: 'Store', address: { city: 'Saint Paul', country_code: 'US', address_1: '' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const profile =
    (await fulfillment.listShippingProfiles({ type: 'default' }))[0] ??
    (await run(flows.createShippingProfilesWorkflow, { data: [{ name: 'Default', type: 'default' }] }))[0];
  const set = await fulfillment.createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: [{ name: 'US', geo_zones: [{ country_code: 'us', type: 'country' }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  const [option] = await run(flows.createShippingOptionsWorkflow, [
    {
      name: 'Parcel',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Parcel', description: 'Parcel', code: 'parcel' },
      prices: [{ currency_code: 'usd', amount: 14 }],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: place.id, add: [channel.id] });
  const [key] = await run(flows.createApiKeysWorkflow, {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  });
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] });
  const [clothing] = await run(flows.createProductTypesWorkflow, { product_types: [{ value: 'Clothing' }] });
  const product = (title, amount, typeId) => ({
    title,
    type_id: typeId,
    status: ProductStatus.PUBLISHED,
    shipping_profile_id: profile.id,
    options: [{ title: 'Kind', values: ['One'] }],
    variants: [
      {
        title: 'One',
        sku: `SKU-${title}`,
        options: { Kind: 'One' },
        manage_inventory: false,
        prices: [{ amount, currency_code: 'usd' }],
      },
    ],
    sales_channels: [{ id: channel.id }],
  });
  const [lamp, coat] = await run(flows.createProductsWorkflow, {
    products: [product('Lamp', 100), product('Coat', 80, clothing.id)],
  });
  await run(flows.createPromotionsWorkflow, {
    promotionsData: [
      {
        code: 'TEN',
        type: 'standard',
        status: 'active',
        application_method: { type: 'percentage', target_type: 'order', value: 10, currency_code: 'usd' },
      },
    ],
  });
  const made = {
    key: key.token,
    region: region.id,
    option: option.id,
    clothing: clothing.id,
    lamp: lamp.variants[0].id,
    coat: coat.variants[0].id,
  };
  console.log(`SEEDED ${JSON.stringify(made)}`);
};
