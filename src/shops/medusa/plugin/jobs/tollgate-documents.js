const { tollgateDocumentsWorkflow } = require('../workflows/index.js');

exports.default = async (container) => {
  try {
    await tollgateDocumentsWorkflow(container).run({ input: {} });
  } catch (error) {
    container.resolve('logger').warn(`Tollgate: ${error.message}`);
  }
};
exports.config = { name: 'tollgate-documents', schedule: process.env.TOLLGATE_SCHEDULE ?? '* * * * *' };
