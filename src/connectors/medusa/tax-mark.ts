import type { Container } from './container.ts';

/**
 * Marks in the metadata of an order that its tax is not the gateway's: `ESTIMATED`, and once the gateway has the document,
 * `SETTLED` with what the law asks beyond what the buyer paid, in the currency of the order.
 */
export async function markTax(container: Container, orderId: string, difference: string | null): Promise<void> {
  const { data } = await container.resolve('query').graph<{ readonly metadata: Record<string, unknown> | null }>({
    entity: 'order',
    fields: ['metadata'],
    filters: { id: orderId },
  });
  const metadata = data[0]?.metadata ?? {};
  if (difference === null && metadata.tollgate_tax === 'SETTLED') return;
  const mark =
    difference === null ? { tollgate_tax: 'ESTIMATED' } : { tollgate_tax: 'SETTLED', tollgate_difference: difference };
  await container.resolve('order').updateOrders(orderId, { metadata: { ...metadata, ...mark } });
}
