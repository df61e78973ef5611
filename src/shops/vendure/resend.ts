import { Order, TransactionalConnection } from '@vendure/core';
import { corrected } from '../shared/mapping.ts';
import { addressOf } from './order-input.ts';
import { TollgatePlugin } from './plugin.ts';
import type { InvoiceContent } from './record.ts';
import { setFields } from './tax-note.ts';
import { TollgateDocument } from './tollgate-document.ts';

/**
 * Queues the failed documents of an order again, after a person has corrected the cause, and returns their number. The
 * invoice uses the order's current address and tax codes. `app` is the result of Vendure's `bootstrap` or
 * `bootstrapWorker`.
 */
export async function resend(
  app: { get(type: typeof TransactionalConnection): TransactionalConnection },
  orderCode: string,
): Promise<number> {
  const { options } = TollgatePlugin;
  const connection = app.get(TransactionalConnection);
  const order = await connection.rawConnection
    .getRepository(Order)
    .findOneOrFail({ where: { code: orderCode }, relations: ['lines'] });
  const contentOf = ({ kind, content }: TollgateDocument): string => {
    if (kind !== 'INVOICE') return content;
    const known = JSON.parse(content) as InvoiceContent;
    const kinds = known.document.items.map((_item, index) => {
      const lineId = known.lineIds[index];
      return lineId === undefined ? null : order.lines.find(({ id }) => `${id}` === lineId)?.taxCategoryId;
    });
    const document = corrected(known.document, {
      shippingAddress: addressOf(order, options),
      kinds,
      codes: options,
    });
    return JSON.stringify({ ...known, document });
  };
  const rows = connection.rawConnection.getRepository(TollgateDocument);
  const failed = await rows.find({ where: { orderCode, state: 'FAILED' } });
  for (const row of failed) {
    await rows.update(row.id, { state: 'WAITING', nextAttemptAt: new Date(), content: contentOf(row) });
  }
  await setFields(connection, order.id, { tollgateError: null });
  return failed.length;
}
