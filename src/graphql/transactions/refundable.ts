import {
  type Refundable,
  type RefundableItem,
  type RefundableLine,
  refundableOf,
} from '../../domain/transactions/refund/refundable.ts';
import { builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { needsScope } from '../base/field-scope.ts';
import { derivedOnce } from './derived.ts';
import { TransactionRef } from './transaction.ts';

const amountText = 'Price after discounts that can still be refunded. It includes tax if prices do.';
const taxText = 'Tax that can still be refunded.';

const RefundableLineRef = builder.objectRef<RefundableLine>('RefundableLine').implement({
  description: 'What can still be refunded of a line.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal', description: amountText }),
    taxAmount: t.expose('taxAmount', { type: 'Decimal', description: taxText }),
  }),
});

const RefundableItemRef = builder.objectRef<RefundableItem>('RefundableItem').implement({
  description: 'What can still be refunded of an item.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the item, as on the invoice.' }),
    taxCode: t.exposeString('taxCode', { description: 'Tax code of the item, as on the invoice.' }),
    amount: t.expose('amount', { type: 'Decimal', description: amountText }),
    taxAmount: t.expose('taxAmount', { type: 'Decimal', description: taxText }),
  }),
});

const RefundableRef = builder.objectRef<Refundable>('Refundable').implement({
  description: 'What can still be refunded of an invoice, in its currency. Cancelled refunds do not count.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal', description: 'Sum of the amounts of all lines.' }),
    taxAmount: t.expose('taxAmount', { type: 'Decimal', description: 'Sum of the taxes of all lines.' }),
    totalAmount: t.expose('totalAmount', {
      type: 'Decimal',
      description: 'All that the buyer can get back: prices with tax, without state fees, which are not returned.',
    }),
    items: t.field({
      type: [RefundableItemRef],
      extensions: { listSize: 5 },
      description: 'What is left of each item, in the order of the invoice.',
      resolve: ({ items }) => [...items],
    }),
    shippingFee: t.expose('shippingFee', {
      type: RefundableLineRef,
      nullable: true,
      description: 'What is left of the shipping fee; null if the invoice has none.',
    }),
  }),
});

builder.objectField(TransactionRef, 'refundable', (t) =>
  t.field({
    type: RefundableRef,
    nullable: true,
    description:
      'What can still be refunded of an invoice, by line and in total; null for other documents. Needs the scope `transactions:read`.',
    extensions: needsScope('transactions:read'),
    resolve: (document, _args, ctx) => {
      if (document.transactionType !== 'INVOICE') return null;
      return derivedOnce('refundable', document, ctx, async () =>
        refundableOf(document, await loadersOf(ctx).refundsOfInvoice.load(document)),
      );
    },
  }),
);
