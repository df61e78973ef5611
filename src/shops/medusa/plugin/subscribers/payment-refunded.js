const { tollgateDocumentsWorkflow } = require('../workflows/index.js');

exports.default = async ({ event: { data }, container }) => {
  try {
    const { data: payments } = await container.resolve('query').graph({
      entity: 'payment',
      fields: ['payment_collection.order.id'],
      filters: { id: data.id },
    });
    const orderId = payments[0]?.payment_collection?.order?.id;
    if (orderId) await tollgateDocumentsWorkflow(container).run({ input: { orderId } });
  } catch (error) {
    container.resolve('logger').warn(`Tollgate: ${error.message}`);
  }
};
exports.config = { event: 'payment.refunded' };
