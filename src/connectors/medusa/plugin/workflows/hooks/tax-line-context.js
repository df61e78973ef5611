const { StepResponse } = require('@medusajs/framework/workflows-sdk');
const flows = require('@medusajs/medusa/core-flows');
const { cartContext, orderContext } = require('../../../../../index.js');

const ofCart = async ({ cart }, { container }) => new StepResponse(await cartContext(cart.id, container));

flows.updateTaxLinesWorkflow.hooks.setTaxLineContext(ofCart);
flows.upsertTaxLinesWorkflow.hooks.setTaxLineContext(ofCart);
flows.updateOrderTaxLinesWorkflow.hooks.setTaxLineContext(
  async ({ order }, { container }) => new StepResponse(await orderContext(order.id, container)),
);
