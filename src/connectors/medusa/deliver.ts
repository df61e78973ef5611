import { createClient, type StoredDocument, TollgateError } from '@tollgate/client';
import { isEqual, minus } from '../shared/amounts.ts';
import { createGateway, type Gateway } from '../shared/gateway.ts';
import { pauseFor } from '../shared/pause.ts';
import { type ShopRefund, storeRefund } from '../shared/refunds.ts';
import { type Container, optionsOf } from './container.ts';
import type { TollgateOptions } from './options.ts';
import { markTax } from './tax-mark.ts';
import type { CancellationContent, DocumentRow, DocumentStore, InvoiceContent } from './tollgate-document.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let gateway: { readonly options: TollgateOptions; readonly gateway: Gateway } | null = null;

function gatewayOf(options: TollgateOptions): Gateway {
  if (gateway?.options !== options) {
    // A document must be sent before its row is free for another process; the rows are the queue that sends it again.
    const client = createClient({ ...options, timeLimit: 10_000, retries: false });
    gateway = { options, gateway: createGateway(client, options.source) };
  }
  return gateway.gateway;
}

/** Sends what is due, oldest first and in the order of each order's events, until the gateway cannot be reached. */
export async function deliverDue(container: Container, store: DocumentStore): Promise<{ readonly sent: number }> {
  const options = optionsOf(container);
  const waiting = await store.listTollgateDocuments(
    { state: 'WAITING' },
    { take: 500, order: { created_at: 'ASC', id: 'ASC' } },
  );
  const blocked = new Set<string>();
  let sent = 0;
  for (const row of waiting) {
    if (blocked.has(row.order_id)) continue;
    blocked.add(row.order_id);
    if (new Date(row.next_attempt_at).getTime() > Date.now()) continue;
    // Whoever else delivers sees that this row is taken; a document sent twice is stored once.
    await store.updateTollgateDocuments({
      id: row.id,
      next_attempt_at: new Date(Date.now() + 2 * minute),
      attempts: row.attempts + 1,
    });
    const outcome = await attempt({ row, options, store, container });
    if (outcome === 'out') break;
    if (outcome === 'refused') continue;
    blocked.delete(row.order_id);
    sent += 1;
  }
  return { sent };
}

type Attempt = {
  readonly row: DocumentRow;
  readonly options: TollgateOptions;
  readonly store: DocumentStore;
  readonly container: Container;
};

async function attempt({ row, options, store, container }: Attempt): Promise<'sent' | 'refused' | 'out'> {
  const { warn } = warner(container);
  try {
    const { finalTransactionAmount } = await send(row, gatewayOf(options), store);
    const gatewayAmount = row.kind === 'CANCELLATION' ? null : finalTransactionAmount;
    if (row.kind === 'INVOICE' && (row.content as InvoiceContent).isEstimated) {
      await markTax(container, row.order_id, minus(finalTransactionAmount, row.platform_amount ?? '0'));
    }
    await store.updateTollgateDocuments({
      ...{ id: row.id, state: 'STORED', stored_at: new Date(), last_error: null, gateway_amount: gatewayAmount },
    });
    if (gatewayAmount !== null && !isEqual(gatewayAmount, row.platform_amount ?? '0')) {
      warn(`The document ${row.external_id} has ${row.platform_amount} in Medusa and ${gatewayAmount} in Tollgate.`);
    }
    return 'sent';
  } catch (error) {
    const { retrySeconds = 30, retryDays = 14 } = options;
    const isOut = error instanceof TollgateError && error.isTemporary;
    const age = Date.now() - new Date(row.created_at).getTime();
    const isOver = age > retryDays * day;
    const pause = pauseFor({ isOut, age, retrySeconds, retryAfter: isOut ? error.retryAfter : undefined });
    const lastError = error instanceof Error ? error.message : `${error}`;
    await store.updateTollgateDocuments({
      ...{
        id: row.id,
        state: isOver ? 'FAILED' : 'WAITING',
        last_error: lastError,
        next_attempt_at: new Date(Date.now() + pause),
      },
    });
    warn(`The document ${row.external_id} ${isOver ? `failed for ${retryDays} days` : 'waits'}: ${lastError}`);
    return isOut ? 'out' : 'refused';
  }
}

const warner = (container: Container) => ({
  warn: (message: string) => container.resolve('logger').warn(`Tollgate: ${message}`),
});

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
  if (!invoice) throw new Error(`The order ${row.order_id} has no invoice.`);
  return storeRefund(to, (invoice.content as InvoiceContent).document, row.content as ShopRefund);
}
