import { createClient } from '@tollgate/client';
import { Order, TransactionalConnection } from '@vendure/core';
import { Between } from 'typeorm';
import { toMinorUnits } from '../shared/amounts.ts';
import type { TollgateOptions } from './options.ts';
import { TollgatePlugin } from './plugin.ts';
import { TollgateDocument } from './tollgate-document.ts';

/**
 * An order or refund whose document is missing from the gateway or has a different amount there; amounts are in minor
 * units.
 */
export type Missing = {
  readonly externalId: string;
  readonly orderCode: string;
  readonly state: string;
  readonly lastError: string | null;
  readonly platformAmount: number | null;
  readonly gatewayAmount: number | null;
};

export type Reconciliation = {
  readonly checked: number;
  readonly missing: readonly Missing[];
  readonly different: readonly Missing[];
};

/**
 * Compares each order of the period, and its refunds, with the gateway. `app` is the result of Vendure's `bootstrap` or
 * `bootstrapWorker`.
 */
export async function reconcile(
  app: { get(type: typeof TransactionalConnection): TransactionalConnection },
  period: { readonly from: Date; readonly to: Date },
): Promise<Reconciliation> {
  const options: TollgateOptions = TollgatePlugin.options;
  const client = createClient(options);
  const { rawConnection } = app.get(TransactionalConnection);
  const orders = await rawConnection
    .getRepository(Order)
    .find({ where: { orderPlacedAt: Between(period.from, period.to) } });
  const missing: Missing[] = [];
  const different: Missing[] = [];
  let checked = 0;
  for (const order of orders) {
    const rows = await rawConnection.getRepository(TollgateDocument).find({ where: { orderId: `${order.id}` } });
    const none = {
      externalId: order.code,
      orderCode: order.code,
      kind: 'INVOICE',
      state: 'NONE',
      lastError: null,
      platformAmount: null,
    };
    const wanted = rows.some(({ kind }) => kind === 'INVOICE') ? rows : [none, ...rows];
    for (const { externalId, orderCode, kind, state, lastError, platformAmount } of wanted) {
      if (kind === 'CANCELLATION') continue;
      checked += 1;
      const found = await client.findTransaction({ source: options.source, externalId });
      const gatewayAmount = found && toMinorUnits(found.finalTransactionAmount, options.precision ?? 2);
      const row = { externalId, orderCode, state, lastError, platformAmount, gatewayAmount };
      if (!found) missing.push(row);
      else if (platformAmount !== null && gatewayAmount !== platformAmount) different.push(row);
    }
  }
  return { checked, missing, different };
}
