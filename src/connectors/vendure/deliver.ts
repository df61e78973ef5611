import { type StoredDocument, TollgateError } from '@tollgate/client';
import { Logger, type TransactionalConnection } from '@vendure/core';
import { LessThanOrEqual } from 'typeorm';
import { toMinorUnits } from '../shared/amounts.ts';
import type { Gateway } from '../shared/gateway.ts';
import { pauseFor } from '../shared/pause.ts';
import { storeRefund } from '../shared/refunds.ts';
import type { TollgateOptions } from './options.ts';
import type { CancellationContent, InvoiceContent, RefundContent } from './record.ts';
import { settleTax } from './tax-note.ts';
import { TollgateDocument } from './tollgate-document.ts';

const loggerContext = 'Tollgate';
const minute = 60_000;

export type Delivery = {
  isDue(): Promise<boolean>;
  /** Sends what is due, oldest first, until the gateway cannot be reached. */
  deliver(): Promise<string>;
};

/** Several workers may deliver at once: each takes a row for itself, and a document sent twice is stored once. */
export function createDelivery(
  connection: TransactionalConnection,
  gateway: Gateway,
  options: TollgateOptions,
): Delivery {
  const { retryDays = 14, retrySeconds = 30, precision = 2 } = options;
  const rows = () => connection.rawConnection.getRepository(TollgateDocument);
  const due = () => ({ state: 'WAITING' as const, nextAttemptAt: LessThanOrEqual(new Date()) });

  /** Rows of an order go in their order: a refund needs its invoice. */
  const isBlocked = async (row: TollgateDocument) => {
    const waiting = await rows().find({ where: { orderId: row.orderId, state: 'WAITING' }, order: { id: 'ASC' } });
    return waiting[0]?.id !== row.id;
  };

  async function take(row: TollgateDocument): Promise<boolean> {
    const lease = new Date(Date.now() + 2 * minute);
    const where = { id: row.id, state: 'WAITING' as const, nextAttemptAt: row.nextAttemptAt };
    return (await rows().update(where, { nextAttemptAt: lease, attempts: row.attempts + 1 })).affected === 1;
  }

  async function send(row: TollgateDocument): Promise<StoredDocument> {
    if (row.kind === 'CANCELLATION') {
      const { invoiceId, reason }: CancellationContent = JSON.parse(row.content);
      return gateway.client.cancelTransaction({ source: gateway.source, externalId: invoiceId }, reason);
    }
    if (row.kind === 'REFUND') {
      const refund: RefundContent = JSON.parse(row.content);
      const { content } = await rows().findOneByOrFail({ externalId: refund.invoiceId });
      return storeRefund(gateway, (JSON.parse(content) as InvoiceContent).document, refund);
    }
    const { document, buyer }: InvoiceContent = JSON.parse(row.content);
    return gateway.store(document, buyer);
  }

  /** Whether the gateway can be reached. */
  async function attempt(row: TollgateDocument): Promise<boolean> {
    try {
      const { finalTransactionAmount } = await send(row);
      const gatewayAmount = row.kind === 'CANCELLATION' ? null : toMinorUnits(finalTransactionAmount, precision);
      if (isOfEstimate(row)) await settleTax(connection, row.orderId, (gatewayAmount ?? 0) - (row.platformAmount ?? 0));
      await rows().update(row.id, { state: 'STORED', storedAt: new Date(), lastError: null, gatewayAmount });
      if (gatewayAmount !== row.platformAmount) {
        const said = `${row.platformAmount} in Vendure and ${gatewayAmount} in Tollgate`;
        Logger.warn(`The document ${row.externalId} has ${said}, in minor units.`, loggerContext);
      }
      return true;
    } catch (error) {
      const isOut = error instanceof TollgateError && error.isTemporary;
      const age = Date.now() - row.createdAt.getTime();
      const isOver = age > retryDays * 24 * 60 * minute;
      const pause = pauseFor({ isOut, age, retrySeconds, retryAfter: isOut ? error.retryAfter : undefined });
      const lastError = error instanceof Error ? error.message : `${error}`;
      await rows().update(row.id, {
        state: isOver ? 'FAILED' : 'WAITING',
        nextAttemptAt: new Date(Date.now() + pause),
        lastError,
      });
      const outcome = isOver ? `failed for ${retryDays} days` : `waits`;
      Logger.warn(`The document ${row.externalId} ${outcome}: ${lastError}`, loggerContext);
      return !isOut;
    }
  }

  return {
    isDue: () => rows().exists({ where: due() }),

    async deliver() {
      let stored = 0;
      const seen = new Set<unknown>();
      for (;;) {
        const batch = await rows().find({ where: due(), order: { id: 'ASC' }, take: 100 });
        const fresh = batch.filter(({ id }) => !seen.has(id));
        if (fresh.length === 0) return `${stored} sent`;
        for (const row of fresh) {
          seen.add(row.id);
          if ((await isBlocked(row)) || !(await take(row))) continue;
          if (!(await attempt(row))) return `${stored} sent; the gateway cannot be reached`;
          stored += 1;
        }
      }
    },
  };
}

const isOfEstimate = ({ kind, content }: TollgateDocument): boolean =>
  kind === 'INVOICE' && (JSON.parse(content) as InvoiceContent).isEstimated;
