import { taxCodeOf } from '../gateway/mapping.ts';
import type { StoredDocument } from '../gateway/operations.ts';
import { buyerOf, documentOf, nameOf, type Options, shippingFeeOf } from './order-input.ts';
import type { Order, Refund } from './types.ts';

/** For a subscriber of OrderPlacedEvent; the order has its lines, variants, shipping lines and customer. */
export async function storeInvoice(order: Order, options: Options): Promise<StoredDocument> {
  const { shippingLines } = order;
  return options.gateway.store(
    {
      ...documentOf(order, options),
      externalId: order.code,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: {
        createdDate: (order.orderPlacedAt ?? order.updatedAt).toISOString(),
        updatedDate: order.updatedAt.toISOString(),
      },
      shippingFee: shippingLines.length > 0 ? shippingFeeOf(shippingLines, options) : undefined,
    },
    buyerOf(order),
  );
}

/** For a subscriber of RefundEvent: the refunded lines, at the rates of the invoice. */
export async function storeRefund(
  order: Order,
  { id, createdAt, lines }: Refund,
  options: Options,
): Promise<StoredDocument> {
  if (lines.length === 0) {
    throw new Error(`The refund ${id} names no lines: store it with the amount of each item, as the shop decides.`);
  }
  const day = createdAt.toISOString();
  return options.gateway.store(
    {
      externalId: `${order.code}-R${id}`,
      createdFrom: order.code,
      requireLink: true,
      transactionType: 'REFUND',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: day, updatedDate: day },
      items: lines.map(({ orderLineId, quantity }) => {
        const line = order.lines.find((one) => one.id === orderLineId);
        if (!line) throw new Error(`The refund ${id} names the line ${orderLineId}, which the order does not have.`);
        return { name: nameOf(line), taxCode: taxCodeOf(line.taxCategoryId, options), quantity: `${quantity}` };
      }),
    },
    buyerOf(order),
  );
}
