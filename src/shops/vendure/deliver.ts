import type { StoredDocument } from '@tollgate/client';
import { Logger, type TransactionalConnection } from '@vendure/core';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { toMinorUnits } from '../shared/amounts.ts';
import type { Gateway } from '../shared/gateway.ts';
import { createOutageCheck } from '../shared/outage.ts';
import { outcomeOf } from '../shared/outcome.ts';
import { storeRefund } from '../shared/refunds.ts';
import type { TollgateOptions } from './options.ts';
import type { CancellationContent, InvoiceContent, RefundContent } from './record.ts';
import { setFields } from './tax-note.ts';
import { TollgateDocument } from './tollgate-document.ts';

const loggerContext = 'Tollgate';
const minute = 60_000;

export type Delivery = {
  isDue(): Promise<boolean>;
  /** Sends due documents, oldest first, until the gateway cannot be reached. */
  deliver(): Promise<string>;
};

/** Several workers may deliver at once: each claims a row, and a document sent twice is stored once. */
export function createDelivery(
  connection: TransactionalConnection,
  gateway: Gateway,
  options: TollgateOptions,
): Delivery {
  const { retryDays, retrySeconds, precision = 2 } = options;
  const rows = () => connection.rawConnection.getRepository(TollgateDocument);
  const due = () => ({ state: 'WAITING' as const, nextAttemptAt: LessThanOrEqual(new Date()) });

  /** The rows of an order are sent in sequence: a refund needs its invoice. */
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

  async function attempt(
    row: TollgateDocument,
    outages: ReturnType<typeof createOutageCheck>,
  ): Promise<'stored' | 'refused' | 'out'> {
    try {
      const { finalTransactionAmount } = await send(row);
      outages.responded();
      const gatewayAmount = row.kind === 'CANCELLATION' ? null : toMinorUnits(finalTransactionAmount, precision);
      if (isOfEstimate(row)) {
        const tollgateDifference = (gatewayAmount ?? 0) - (row.platformAmount ?? 0);
        await setFields(connection, row.orderId, { tollgateTax: 'SETTLED', tollgateDifference });
      }
      await rows().update(row.id, { state: 'STORED', storedAt: new Date(), lastError: null, gatewayAmount });
      if (gatewayAmount !== row.platformAmount) {
        const said = `${row.platformAmount} in Vendure and ${gatewayAmount} in Tollgate`;
        Logger.warn(`The total of document ${row.externalId} is ${said}, in minor units.`, loggerContext);
      }
      return 'stored';
    } catch (error) {
      const age = Date.now() - row.createdAt.getTime();
      const isOut = outages.isOutage(error, `${row.id}`);
      const { state, reason, message, pause } = outcomeOf({ error, isOut, age, retrySeconds, retryDays });
      const text = `The document ${row.externalId} ${message}`;
      await rows().update(row.id, { state, nextAttemptAt: new Date(Date.now() + pause), lastError: reason });
      if (state === 'FAILED') {
        await setFields(connection, row.orderId, { tollgateError: text });
        Logger.error(text, loggerContext);
      } else Logger.warn(text, loggerContext);
      return isOut ? 'out' : 'refused';
    }
  }

  return {
    isDue: () => rows().exists({ where: due() }),

    async deliver() {
      const outages = createOutageCheck();
      let stored = 0;
      // Blocked documents stay due, so each batch starts after the last one.
      let last: TollgateDocument | undefined;
      for (;;) {
        const where = { ...due(), ...(last && { id: MoreThan(last.id) }) };
        const batch = await rows().find({ where, order: { id: 'ASC' }, take: 100 });
        if (batch.length === 0) return `${stored} sent`;
        for (const row of batch) {
          last = row;
          if ((await isBlocked(row)) || !(await take(row))) continue;
          const outcome = await attempt(row, outages);
          if (outcome === 'out') return `${stored} sent; the gateway cannot be reached`;
          if (outcome === 'stored') stored += 1;
        }
      }
    },
  };
}

const isOfEstimate = ({ kind, content }: TollgateDocument): boolean =>
  kind === 'INVOICE' && (JSON.parse(content) as InvoiceContent).isEstimated;
