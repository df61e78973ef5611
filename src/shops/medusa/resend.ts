import { corrected } from '../shared/mapping.ts';
import { addressOf, type BasketItem, type MedusaAddress } from './basket.ts';
import { type Container, optionsOf } from './container.ts';
import { markOrder } from './tax-mark.ts';
import type { DocumentRow, DocumentStore, InvoiceContent } from './tollgate-document.ts';

type Order = {
  readonly shipping_address: MedusaAddress;
  readonly billing_address: MedusaAddress;
  readonly items: readonly BasketItem[];
};

/**
 * Queues the failed documents of an order again, after a person has corrected the cause, and returns their number. The
 * invoice uses the order's current address and tax codes.
 */
export async function resend(container: Container, store: DocumentStore, orderId: string): Promise<number> {
  const options = optionsOf(container);
  const failed = await store.listTollgateDocuments({ order_id: orderId, state: 'FAILED' });
  const { data } = await container.resolve('query').graph<Order>({
    entity: 'order',
    fields: ['id', 'shipping_address.*', 'billing_address.*', 'items.*'],
    filters: { id: orderId },
  });
  const [order] = data;
  if (!order) throw new Error(`Order not found: ${orderId}.`);
  const contentOf = ({ kind, content }: DocumentRow): unknown => {
    if (kind !== 'INVOICE') return content;
    const known = content as InvoiceContent;
    const typeOf = (itemId: string) => order.items.find((item) => item?.id === itemId)?.product_type_id;
    const document = corrected(known.document, {
      shippingAddress: addressOf(order.shipping_address, order.billing_address, options),
      kinds: known.itemIds.map(typeOf),
      codes: options,
    });
    return { ...known, document };
  };
  for (const row of failed) {
    await store.updateTollgateDocuments({
      ...{ id: row.id, state: 'WAITING', next_attempt_at: new Date(), content: contentOf(row) },
    });
  }
  await markOrder(container, orderId, { tollgate_error: null });
  return failed.length;
}
