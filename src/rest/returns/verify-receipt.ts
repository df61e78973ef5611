import { parseInput } from '../../domain/base/parse-input.ts';
import { receiptCheck, receiptInput } from '../../domain/returns/receipt.ts';
import { verifyReceipt } from '../../usecases/returns/verify-receipt.ts';
import { readJson } from '../http/body.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const checkJson = jsonOf(receiptCheck);
const receipt = { receipt: 'receipt_…' };

const verifyReceiptOperation: Operation = {
  id: 'verifyReceipt',
  tag: 'Returns',
  summary: 'Check the receipt of a filing',
  description:
    'Compares the stored data of a filing with its receipt: the figures, each document, and the version of the rate book. A check compares up to 50,000 documents and says where to continue. `tollgate receipts verify` does the same without this service, from the exported file of a tenant.',
  body: { name: 'ReceiptInput', description: 'The receipt.', schema: receiptInput },
  responses: { 200: { description: 'What was found.', schema: responseOf(receiptCheck) } },
  examples: { filed: { summary: 'As filed', body: receipt, status: 200, variables: { input: receipt } } },
  graphql: {
    document: `query ($input: ReceiptInput!) { verifyReceipt(input: $input) { __typename ... on ReceiptCheck { ${recordSelection(receiptCheck)} } ... on InvalidInput { issues { path code message } } } }`,
    at: 'verifyReceipt',
  },
};

export const verifyReceiptRoute: Route = route(
  'POST',
  '/v1/returns/verify_receipt',
  'returns:read',
  async ({ ctx, request }) => {
    const input = parseInput(receiptInput, await readJson(request));
    return jsonReply(200, checkJson(await verifyReceipt(ctx, input)));
  },
  { storesNothing: true, operation: verifyReceiptOperation },
);
