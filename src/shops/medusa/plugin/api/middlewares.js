const { defineMiddlewares } = require('@medusajs/framework/http');
const { updateTaxLinesWorkflow } = require('@medusajs/medusa/core-flows');
const { requirePlace } = require('../../../../index.js');

/** Express waits for `next`, whatever fails. */
const guard = (check) => async (request, _response, next) => {
  try {
    await check(request);
    next();
  } catch (error) {
    next(error);
  }
};

/**
 * Medusa does not request taxes again when a coupon changes prices, so the old rates can be off by half a cent. The
 * final amount is calculated here, even in regions whose taxes are calculated on demand.
 */
const settleTaxes = guard(async ({ body, scope }) => {
  const cartId = body?.cart_id;
  if (typeof cartId !== 'string') return;
  await updateTaxLinesWorkflow(scope).run({ input: { cart_id: cartId, force_tax_calculation: true } });
  await requirePlace(cartId, scope);
});

/** The address may have changed since the payment began. */
const requirePlaceOfCart = guard(({ params, scope }) => requirePlace(params.id, scope));

exports.default = defineMiddlewares({
  routes: [
    { matcher: '/store/payment-collections', method: ['POST'], middlewares: [settleTaxes] },
    { matcher: '/store/carts/:id/complete', method: ['POST'], middlewares: [requirePlaceOfCart] },
  ],
});
