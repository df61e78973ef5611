const { tollgateDocumentsWorkflow } = require('../workflows/index.js');

/** The job recovers from failures here: a subscriber must never disrupt the shop. */
exports.default = async ({ event: { data }, container }) => {
  try {
    await tollgateDocumentsWorkflow(container).run({ input: { orderId: data.order_id ?? data.id } });
  } catch (error) {
    container.resolve('logger').warn(`Tollgate: ${error.message}`);
  }
};
exports.config = { event: ['order.placed', 'order.canceled'] };
