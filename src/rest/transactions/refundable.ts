import { refundable } from '../../domain/transactions/refund/refundable.ts';
import { getRefundable } from '../../usecases/transactions/get-transaction.ts';
import { routesAt } from '../http/addresses.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { documentAddresses } from './document-reply.ts';

const refundableJson = jsonOf(refundable);

const key = { source: '9', externalId: 'INV-1' };

const getRefundableOperation: Operation = {
  id: 'getRefundable',
  tag: 'Transactions',
  summary: 'Read the refundable amounts of an invoice',
  description:
    'Amounts by line and in total, after all refunds that refer to the invoice in createdFrom, except cancelled ones.',
  responses: { 200: { description: 'The refundable amounts.', schema: responseOf(refundable) } },
  problems: ['NOT_FOUND'],
  examples: { invoice: { summary: 'An invoice without refunds', path: key, status: 200 } },
  graphql: {
    document: `query ($by: TransactionBy!) { transaction(by: $by) { refundable { ${recordSelection(refundable)} } } }`,
    at: 'transaction.refundable',
  },
};

export const refundableRoutes: readonly Route[] = routesAt(
  documentAddresses,
  { method: 'GET', below: '/refundable', needs: 'transactions:read', operation: getRefundableOperation },
  async ({ ctx }, by) => jsonReply(200, refundableJson(await getRefundable(ctx, by))),
);
