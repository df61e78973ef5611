const { StepResponse } = require('@medusajs/framework/workflows-sdk');
const { Modules } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');
const { cartContext, orderContext } = require('../../../../../index.js');

flows.updateTaxLinesWorkflow.hooks.setTaxLineContext(
  async ({ cart }, { container }) => new StepResponse(await cartContext(cart.id, container)),
);

/**
 * When Medusa replaces tax lines in a cart, it gives all new tax lines of a line the id of a single old one, so lines
 * for several jurisdictions collapse into one. Removing the old tax lines first gives each its own id; if the tax
 * cannot be calculated, the old ones are restored.
 */
flows.upsertTaxLinesWorkflow.hooks.setTaxLineContext(
  async ({ cart, items, shipping_methods: methods }, { container }) => {
    const context = await cartContext(cart.id, container);
    const carts = container.resolve(Modules.CART);
    const idsOf = (rows) => (rows ?? []).map(({ id }) => id);
    const ofItems = items?.length ? await carts.listLineItemTaxLines({ item_id: idsOf(items) }) : [];
    const ofMethods = methods?.length
      ? await carts.listShippingMethodTaxLines({ shipping_method_id: idsOf(methods) })
      : [];
    if (ofItems.length > 0) await carts.deleteLineItemTaxLines(idsOf(ofItems));
    if (ofMethods.length > 0) await carts.deleteShippingMethodTaxLines(idsOf(ofMethods));
    return new StepResponse(context, { ofItems, ofMethods });
  },
  async (removed, { container }) => {
    const carts = container.resolve(Modules.CART);
    const contentOf = ({ description, tax_rate_id, code, rate, provider_id, data, item_id, shipping_method_id }) => ({
      ...{ description, tax_rate_id, code, rate, provider_id, data },
      ...(item_id ? { item_id } : { shipping_method_id }),
    });
    if (removed?.ofItems?.length) await carts.upsertLineItemTaxLines(removed.ofItems.map(contentOf));
    if (removed?.ofMethods?.length) await carts.upsertShippingMethodTaxLines(removed.ofMethods.map(contentOf));
  },
);

flows.updateOrderTaxLinesWorkflow.hooks.setTaxLineContext(
  async ({ order }, { container }) => new StepResponse(await orderContext(order.id, container)),
);
