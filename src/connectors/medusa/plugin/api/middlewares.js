const { defineMiddlewares } = require('@medusajs/framework/http');
const { updateTaxLinesWorkflow } = require('@medusajs/medusa/core-flows');

/**
 * Medusa does not ask for taxes again when a coupon changes prices, and the rates of before can be half a cent off. What a buyer
 * pays is settled here.
 */
const settleTaxes = async (request, _response, next) => {
  try {
    const cartId = request.body?.cart_id;
    if (typeof cartId === 'string') await updateTaxLinesWorkflow(request.scope).run({ input: { cart_id: cartId } });
    next();
  } catch (error) {
    next(error);
  }
};

exports.default = defineMiddlewares({
  routes: [{ matcher: '/store/payment-collections', method: ['POST'], middlewares: [settleTaxes] }],
});
