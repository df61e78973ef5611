import { createClient } from '@tollgate/client';
import { isEqual } from '../shared/amounts.ts';
import { type Container, optionsOf } from './container.ts';
import { wantDocuments } from './record.ts';
import type { DocumentStore } from './tollgate-document.ts';

/** An order or refund whose document is missing from the gateway or has a different amount there. */
export type Missing = {
  readonly externalId: string;
  readonly orderId: string;
  readonly state: string;
  readonly lastError: string | null;
  readonly platformAmount: string | null;
  readonly gatewayAmount: string | null;
};

export type Reconciliation = {
  readonly checked: number;
  readonly missing: readonly Missing[];
  readonly different: readonly Missing[];
};

/** Compares the documents of orders and their refunds with the documents in the gateway. */
export async function reconcile(container: Container, store: DocumentStore): Promise<Reconciliation> {
  const options = optionsOf(container);
  const client = createClient(options);
  await wantDocuments(container, store);
  const missing: Missing[] = [];
  const different: Missing[] = [];
  const rows = (await store.listTollgateDocuments({}, { take: null })).filter(({ kind }) => kind !== 'CANCELLATION');
  for (const row of rows) {
    const found = await client.findTransaction({ source: options.source, externalId: row.external_id });
    const gatewayAmount = found?.finalTransactionAmount ?? null;
    const one = {
      ...{ externalId: row.external_id, orderId: row.order_id, state: row.state, lastError: row.last_error },
      ...{ platformAmount: row.platform_amount, gatewayAmount },
    };
    if (gatewayAmount === null) missing.push(one);
    else if (row.platform_amount !== null && !isEqual(gatewayAmount, row.platform_amount)) different.push(one);
  }
  return { checked: rows.length, missing, different };
}
