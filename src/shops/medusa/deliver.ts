import { createClient, type StoredDocument } from '@tollgate/client';
import { isEqual, minus } from '../shared/amounts.ts';
import { createGateway, type Gateway } from '../shared/gateway.ts';
import { createOutageCheck } from '../shared/outage.ts';
import { outcomeOf } from '../shared/outcome.ts';
import { type ShopRefund, storeRefund } from '../shared/refunds.ts';
import { type Container, optionsOf } from './container.ts';
import type { TollgateOptions } from './options.ts';
import { markOrder } from './tax-mark.ts';
import type { CancellationContent, DocumentRow, DocumentStore, InvoiceContent } from './tollgate-document.ts';

const minute = 60_000;

let gateway: { readonly options: TollgateOptions; readonly gateway: Gateway } | null = null;

function gatewayOf(options: TollgateOptions): Gateway {
  if (gateway?.options !== options) {
    // No retries in the client: sending must end before the row is released to other processes, and the rows are the
    // retry queue.
    const client = createClient({ ...options, timeLimit: 10_000, retries: false });
    gateway = { options, gateway: createGateway(client, options.source) };
  }
  return gateway.gateway;
}

/** Sends due documents, oldest first and in order of events within each order, until the gateway cannot be reached. */
export async function deliverDue(container: Container, store: DocumentStore): Promise<{ readonly sent: number }> {
  const options = optionsOf(container);
  const order = { created_at: 'ASC', id: 'ASC' };
  /** Orders whose next document is not due. Their later documents may be due, but must not hide other orders. */
  const blocked = new Set<string>();
  const outages = createOutageCheck();
  let sent = 0;
  for (;;) {
    const others = blocked.size > 0 ? { order_id: { $nin: [...blocked] } } : {};
    const isDue = { state: 'WAITING', next_attempt_at: { $lte: new Date() }, ...others };
    const due = await store.listTollgateDocuments(isDue, { take: 100, order });
    if (due.length === 0) return { sent };
    const ofOrders = { state: 'WAITING', order_id: [...new Set(due.map((row) => row.order_id))] };
    for (const row of await store.listTollgateDocuments(ofOrders, { take: 1_000, order })) {
      if (blocked.has(row.order_id)) continue;
      blocked.add(row.order_id);
      if (new Date(row.next_attempt_at).getTime() > Date.now()) continue;
      // Claims the row, so that other processes skip it; a document sent twice is stored once.
      await store.updateTollgateDocuments({
        id: row.id,
        next_attempt_at: new Date(Date.now() + 2 * minute),
        attempts: row.attempts + 1,
      });
      const outcome = await attempt({ row, options, store, container, outages });
      if (outcome === 'out') return { sent };
      if (outcome === 'refused') continue;
      blocked.delete(row.order_id);
      sent += 1;
    }
  }
}

type Attempt = {
  readonly row: DocumentRow;
  readonly options: TollgateOptions;
  readonly store: DocumentStore;
  readonly container: Container;
  readonly outages: ReturnType<typeof createOutageCheck>;
};

async function attempt({ row, options, store, container, outages }: Attempt): Promise<'sent' | 'refused' | 'out'> {
  const logger = container.resolve('logger');
  try {
    const { finalTransactionAmount } = await send(row, gatewayOf(options), store);
    outages.responded();
    const gatewayAmount = row.kind === 'CANCELLATION' ? null : finalTransactionAmount;
    if (row.kind === 'INVOICE' && (row.content as InvoiceContent).isEstimated) {
      const difference = minus(finalTransactionAmount, row.platform_amount ?? '0');
      await markOrder(container, row.order_id, { tollgate_tax: 'SETTLED', tollgate_difference: difference });
    }
    await store.updateTollgateDocuments({
      ...{ id: row.id, state: 'STORED', stored_at: new Date(), last_error: null, gateway_amount: gatewayAmount },
    });
    if (gatewayAmount !== null && row.platform_amount !== null && !isEqual(gatewayAmount, row.platform_amount)) {
      const said = `${row.platform_amount} in Medusa and ${gatewayAmount} in Tollgate`;
      logger.warn(`Tollgate: The total of document ${row.external_id} is ${said}.`);
    }
    return 'sent';
  } catch (error) {
    const age = Date.now() - new Date(row.created_at).getTime();
    const isOut = outages.isOutage(error, row.id);
    const { state, reason, message, pause } = outcomeOf({ ...options, error, isOut, age });
    const text = `The document ${row.external_id} ${message}`;
    await store.updateTollgateDocuments({
      ...{ id: row.id, state, last_error: reason, next_attempt_at: new Date(Date.now() + pause) },
    });
    if (state === 'FAILED') {
      await markOrder(container, row.order_id, { tollgate_error: text });
      logger.error(`Tollgate: ${text}`);
    } else logger.warn(`Tollgate: ${text}`);
    return isOut ? 'out' : 'refused';
  }
}

async function send(row: DocumentRow, to: Gateway, store: DocumentStore): Promise<StoredDocument> {
  if (row.kind === 'INVOICE') {
    const { document, buyer } = row.content as InvoiceContent;
    return to.store(document, buyer);
  }
  if (row.kind === 'CANCELLATION') {
    const { reason } = row.content as CancellationContent;
    return to.client.cancelTransaction({ source: to.source, externalId: row.order_id }, reason);
  }
  const [invoice] = await store.listTollgateDocuments({ external_id: row.order_id });
  if (!invoice) throw new Error(`Order ${row.order_id} has no invoice.`);
  return storeRefund(to, (invoice.content as InvoiceContent).document, row.content as ShopRefund);
}
