import { z } from 'zod';
import type { Refundable, RefundableLine } from '../../domain/transactions/refund/refundable.ts';
import { getRefundable } from '../../usecases/transactions/get-refundable.ts';
import { number, shown } from '../http/json.ts';
import { amount, list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { documentPath, keyOf } from '../http/record-name.ts';
import { jsonReply, route } from '../http/route.ts';

const line = {
  amount: amount('Price after discounts that can still be refunded. It includes tax if prices do.'),
  taxAmount: amount('Tax that can still be refunded.'),
};
const refundableResponse = named('Refundable', 'What can still be refunded of an invoice.', {
  ...line,
  totalAmount: amount('All that the buyer can get back: prices with tax, without state fees.'),
  items: list(
    z.object({ name: text('Name of the item.'), taxCode: text('Tax code of the item.'), ...line }),
    'Items in the order of the invoice.',
  ),
  shippingFee: z.object(line).meta({ description: 'Shipping fee; absent if the invoice has none.' }).optional(),
});

const key = { source: '9', externalId: 'INV-1' };

const getRefundableOperation: Operation = {
  id: 'getRefundable',
  tag: 'Transactions',
  summary: 'Read what can still be refunded of an invoice',
  description:
    'By line and in total, after all refunds that name the invoice in createdFrom; cancelled refunds do not count.',
  responses: { 200: { description: 'What is left.', schema: refundableResponse } },
  problems: ['NOT_FOUND'],
  examples: { invoice: { summary: 'An invoice without refunds', path: key, status: 200, variables: { by: { key } } } },
  graphql: {
    document:
      'query ($by: RecordBy!) { transaction(by: $by) { refundable { amount taxAmount totalAmount items { name taxCode amount taxAmount } shippingFee { amount taxAmount } } } }',
    at: 'transaction.refundable',
  },
};

export const refundableRoute = route(
  'GET',
  `${documentPath}/refundable`,
  'transactions:read',
  async ({ ctx, request }) => jsonReply(200, refundableJson(await getRefundable(ctx, { key: keyOf(request) }))),
  { operation: getRefundableOperation },
);

function refundableJson({ totalAmount, items, shippingFee, ...whole }: Refundable) {
  return {
    ...lineJson(whole),
    totalAmount: number(totalAmount),
    items: items.map(({ name, taxCode, ...left }) => ({ name, taxCode, ...lineJson(left) })),
    shippingFee: shown(shippingFee && lineJson(shippingFee)),
  };
}

function lineJson({ amount, taxAmount }: RefundableLine) {
  return { amount: number(amount), taxAmount: number(taxAmount) };
}
