import {
  type ID,
  Order,
  type Refund,
  Refund as RefundEntity,
  type RequestContext,
  type TransactionalConnection,
} from '@vendure/core';
import { fromMinorUnits } from '../shared/amounts.ts';
import type { Buyer, ShopDocument } from '../shared/gateway.ts';
import { dayAt, shippingTaxCodeOf } from '../shared/mapping.ts';
import type { ShopRefund } from '../shared/refunds.ts';
import type { TollgateOptions } from './options.ts';
import { documentOf, shippingFeeOf, surchargeItems, taxedLines } from './order-input.ts';
import { markOf } from './tax-note.ts';
import { type DocumentKind, TollgateDocument } from './tollgate-document.ts';

/** The content of an invoice row: the complete input, as of the event. */
export type InvoiceContent = {
  readonly document: ShopDocument;
  readonly buyer: Buyer;
  /** Ids of the order lines, in item order. Surcharges follow them. */
  readonly lineIds: readonly string[];
  readonly isEstimated: boolean;
};
export type RefundContent = ShopRefund;
export type CancellationContent = { readonly invoiceId: string; readonly reason: string };

type Recorder = {
  /** Records the invoice and returns the mark of the sale. */
  invoice(ctx: RequestContext, orderId: ID): Promise<ReturnType<typeof markOf>>;
  refund(ctx: RequestContext, refundId: ID): Promise<void>;
  cancellation(ctx: RequestContext, orderId: ID): Promise<void>;
};

/** Writes rows in the transaction of `ctx`. Each document has a single row, however often its event arrives. */
export function createRecorder(connection: TransactionalConnection, options: TollgateOptions): Recorder {
  const { precision = 2, timeZone } = options;

  async function add(
    ctx: RequestContext,
    order: Pick<Order, 'id' | 'code'>,
    row: { externalId: string; kind: DocumentKind; content: unknown; platformAmount: number | null },
  ): Promise<void> {
    const rows = connection.getRepository(ctx, TollgateDocument);
    if (await rows.findOne({ where: { externalId: row.externalId } })) return;
    await rows.save(
      new TollgateDocument({
        ...row,
        orderId: `${order.id}`,
        orderCode: order.code,
        state: 'WAITING',
        content: JSON.stringify(row.content),
        attempts: 0,
        nextAttemptAt: new Date(),
      }),
    );
  }

  return {
    async invoice(ctx, orderId) {
      const order = await connection.getEntityOrThrow(ctx, Order, orderId, {
        relations: [...invoiceRelations],
      });
      const content = invoiceOf(order, options);
      const platformAmount = order.subTotalWithTax + order.shippingWithTax;
      await add(ctx, order, { externalId: order.code, kind: 'INVOICE', content, platformAmount });
      return markOf(order);
    },

    async refund(ctx, refundId) {
      const refund: Refund = await connection.getEntityOrThrow(ctx, RefundEntity, refundId, {
        relations: ['lines', 'payment', 'payment.order'],
      });
      const { order } = refund.payment;
      const rows = connection.getRepository(ctx, TollgateDocument);
      const invoice = await rows.findOne({ where: { externalId: order.code } });
      // The order was placed before the plugin was installed, so the gateway has no invoice for it.
      if (!invoice) return;
      const { lineIds } = JSON.parse(invoice.content) as InvoiceContent;
      const at = new Date();
      const content: RefundContent = {
        externalId: `${order.code}-R${refund.id}`,
        invoiceId: order.code,
        at: at.toISOString(),
        taxDate: dayAt(at, timeZone),
        lines: (refund.lines ?? [])
          .map(({ orderLineId, quantity }) => ({ index: lineIds.indexOf(`${orderLineId}`), quantity: `${quantity}` }))
          .filter(({ index }) => index >= 0),
        shippingAmount: refund.shipping > 0 ? fromMinorUnits(refund.shipping, precision) : null,
        totalAmount: fromMinorUnits(refund.total, precision),
        shippingTaxCode: shippingTaxCodeOf(options),
        places: precision,
      };
      await add(ctx, order, { externalId: content.externalId, kind: 'REFUND', content, platformAmount: refund.total });
    },

    async cancellation(ctx, orderId) {
      const order = await connection.getEntityOrThrow(ctx, Order, orderId, { relations: ['payments'] });
      const isPaid = order.payments.some(({ state }) => state === 'Settled');
      const rows = connection.getRepository(ctx, TollgateDocument);
      const invoice = await rows.findOne({ where: { externalId: order.code } });
      // Captured payments are refunded, and each refund has its own document.
      if (!invoice || isPaid) return;
      const content: CancellationContent = {
        invoiceId: order.code,
        reason: 'The order was cancelled before it was paid.',
      };
      await add(ctx, order, { externalId: `${order.code}-C`, kind: 'CANCELLATION', content, platformAmount: null });
    },
  };
}

/** The order relations that its invoice needs. */
const invoiceRelations = ['lines', 'lines.productVariant', 'shippingLines', 'customer', 'surcharges'] as const;

function invoiceOf(order: Order, options: TollgateOptions): InvoiceContent {
  const { shippingLines } = order;
  const placedAt = order.orderPlacedAt ?? new Date();
  const content = documentOf(order, shippingLines, options);
  return {
    document: {
      ...content,
      items: [...content.items, ...surchargeItems(order, content.isTaxInclusive === true, options)],
      ...options.collectionOf?.(order),
      externalId: order.code,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      taxDate: dayAt(placedAt, options.timeZone),
      externalTimestamps: { createdDate: placedAt.toISOString(), updatedDate: placedAt.toISOString() },
      shippingFee: shippingLines.length > 0 ? shippingFeeOf(shippingLines, options) : undefined,
    },
    buyer: {
      // Vendure stores guests as customers too.
      id: `${order.customer?.id ?? order.code}`,
      name: order.customer ? `${order.customer.firstName} ${order.customer.lastName}`.trim() || undefined : undefined,
      email: order.customer?.emailAddress,
    },
    lineIds: taxedLines(order).map(({ id }) => `${id}`),
    isEstimated: markOf(order) !== null,
  };
}
