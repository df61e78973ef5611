const { createStep, createWorkflow, StepResponse, WorkflowResponse } = require('@medusajs/framework/workflows-sdk');
const { deliverDue, wantDocuments } = require('../../../../index.js');

const wantStep = createStep({ name: 'tollgate-want', maxRetries: 2 }, async ({ orderId }, { container }) => {
  await wantDocuments(container, container.resolve('tollgate'), orderId);
  return new StepResponse();
});

const deliverStep = createStep(
  { name: 'tollgate-deliver', maxRetries: 2 },
  async (_input, { container }) => new StepResponse(await deliverDue(container, container.resolve('tollgate'))),
);

/** Records the documents to store in the gateway, of one order or of all, and sends those that are due. */
exports.tollgateDocumentsWorkflow = createWorkflow('tollgate-documents', (input) => {
  wantStep(input);
  return new WorkflowResponse(deliverStep({}));
});
