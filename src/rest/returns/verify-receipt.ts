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
  summary: 'Verify the receipt of a filing',
  description:
    'Compares a filing’s stored data with its receipt: figures, documents and rate book version. Each request checks up to 50,000 documents; the response says where to continue. `tollgate receipts verify` performs the same check offline, from a tenant export file.',
  body: { name: 'ReceiptInput', description: 'The receipt.', schema: receiptInput },
  responses: { 200: { description: 'Result of the check.', schema: responseOf(receiptCheck) } },
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
