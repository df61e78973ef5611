import { createClient, type StoredDocument, TollgateError } from '@tollgate/client';
import { minus } from '../shared/amounts.ts';
import { type Buyer, createGateway, type Gateway, type ShopDocument } from '../shared/gateway.ts';
import { dayAt, shippingTaxCodeOf, taxCodeOf } from '../shared/mapping.ts';
import { type ShopRefund, storeRefund } from '../shared/refunds.ts';
import {
  type Amount,
  addressOf,
  type BasketItem,
  type BasketShipping,
  discountOf,
  includesTax,
  shippingPriceOf,
  textOf,
} from './basket.ts';
import { type Container, optionsOf } from './container.ts';
import type { TollgateOptions } from './options.ts';

/** A document that the gateway is to have. What is sent is frozen in `content`. */
export type DocumentRow = {
  readonly id: string;
  readonly order_id: string;
  readonly external_id: string;
  readonly kind: string;
  readonly state: string;
  readonly content: unknown;
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly last_error: string | null;
  readonly platform_amount: string | null;
  readonly gateway_amount: string | null;
  readonly created_at: Date;
};

/** The service of the plugin's module. */
export type DocumentStore = {
  listTollgateDocuments(filters: object, config?: object): Promise<DocumentRow[]>;
  createTollgateDocuments(rows: object[]): Promise<unknown>;
  updateTollgateDocuments(rows: object): Promise<unknown>;
};

type Content = { readonly document: ShopDocument; readonly buyer: Buyer; readonly itemIds: readonly string[] };

type Payment = {
  readonly captured_at: string | Date | null;
  readonly refunds?: readonly {
    readonly id: string;
    readonly amount: Amount;
    readonly raw_amount?: Amount;
    readonly created_at: string | Date;
  }[];
};
type Order = {
  readonly id: string;
  readonly display_id: number;
  readonly status: string;
  readonly currency_code: string;
  readonly customer_id: string | null;
  readonly email: string | null;
  readonly created_at: string | Date;
  readonly total: Amount;
  readonly raw_total?: Amount;
  readonly shipping_address: Parameters<typeof addressOf>[0];
  readonly items: readonly BasketItem[];
  readonly shipping_methods: readonly BasketShipping[];
  readonly payment_collections?: readonly { readonly payments?: readonly Payment[] }[];
};

const orderFields = [
  ...[
    'id',
    'display_id',
    'status',
    'currency_code',
    'customer_id',
    'email',
    'created_at',
    'total',
    'shipping_address.*',
  ],
  ...['items.*', 'items.adjustments.*', 'shipping_methods.*', 'shipping_methods.adjustments.*'],
  ...['payment_collections.payments.*', 'payment_collections.payments.refunds.*'],
];

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Writes what the gateway is to have and does not: for one order after an event, or for all that changed lately, so that an
 * event that was lost with its process is made up for. A document has one row, however often it is looked for.
 */
export async function wantDocuments(container: Container, store: DocumentStore, orderId?: string): Promise<void> {
  const options = optionsOf(container);
  const since = new Date(Date.now() - (options.retryDays ?? 14) * day);
  const filters = orderId ? { id: orderId } : { updated_at: { $gte: since } };
  const { data: orders } = await container
    .resolve('query')
    .graph<Order>({ entity: 'order', fields: orderFields, filters });
  for (const order of orders) {
    const known = await store.listTollgateDocuments({ order_id: order.id });
    const rows = rowsOf(order, options).filter(
      (row) => !known.some(({ external_id: externalId }) => externalId === row.external_id),
    );
    for (const row of rows) {
      // Another process may have written it since.
      await store.createTollgateDocuments([row]).catch(async (error) => {
        const [there] = await store.listTollgateDocuments({ external_id: row.external_id });
        if (!there) throw error;
      });
    }
  }
}

function rowsOf(order: Order, options: TollgateOptions) {
  const row = (externalId: string, kind: string, content: object, platformAmount: string | null) => ({
    order_id: order.id,
    external_id: externalId,
    kind,
    state: 'WAITING',
    content,
    attempts: 0,
    next_attempt_at: new Date(),
    platform_amount: platformAmount,
  });
  const rows = [
    row(
      order.id,
      'INVOICE',
      invoiceOf(order, options),
      roundedText(textOf(order.total, order.raw_total), order.currency_code),
    ),
  ];
  const payments = (order.payment_collections ?? []).flatMap((collection) => collection.payments ?? []);
  for (const { refunds = [] } of payments) {
    for (const refund of refunds ?? []) {
      const amount = roundedText(textOf(refund.amount, refund.raw_amount), order.currency_code);
      rows.push(
        row(
          refund.id,
          'REFUND',
          refundOf(order, { id: refund.id, amount, at: new Date(refund.created_at) }, options),
          amount,
        ),
      );
    }
  }
  // Money that was taken goes back by refunds, which are documents of their own.
  const isPaid = payments.some(({ captured_at: capturedAt }) => capturedAt !== null);
  if (order.status === 'canceled' && !isPaid) {
    rows.push(row(`${order.id}-C`, 'CANCELLATION', { reason: 'The order was cancelled before it was paid.' }, null));
  }
  return rows;
}

function invoiceOf(order: Order, options: TollgateOptions): Content {
  const placedAt = new Date(order.created_at);
  const items = order.items.filter(Boolean);
  const methods = order.shipping_methods.filter(Boolean);
  return {
    document: {
      externalId: order.id,
      documentName: `${order.display_id}`,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      taxDate: dayAt(placedAt, options.timeZone),
      externalTimestamps: { createdDate: placedAt.toISOString(), updatedDate: placedAt.toISOString() },
      currency: order.currency_code.toUpperCase(),
      isTaxInclusive: includesTax({ items, shipping_methods: methods }),
      items: items.map((item) => ({
        name: item.variant_sku ?? item.title ?? item.id,
        taxCode: taxCodeOf(item.product_type_id, options),
        unitPrice: textOf(item.unit_price, item.raw_unit_price),
        quantity: textOf(item.quantity, item.raw_quantity),
        discount: discountOf(item),
      })),
      shippingFee:
        methods.length > 0
          ? { taxCode: shippingTaxCodeOf(options), totalPrice: shippingPriceOf({ shipping_methods: methods }) }
          : undefined,
      shippingAddress: addressOf(order.shipping_address),
    },
    // A guest is a new customer for each order, unless Medusa has one.
    buyer: { id: order.customer_id ?? order.id, email: order.email ?? undefined },
    itemIds: items.map(({ id }) => id),
  };
}

/** Medusa pays money back; which items it is for is not part of a payment's refund, so it is shared among all of the order. */
function refundOf(
  order: Order,
  { id, amount, at }: { readonly id: string; readonly amount: string; readonly at: Date },
  options: TollgateOptions,
): ShopRefund {
  return {
    externalId: id,
    invoiceId: order.id,
    at: at.toISOString(),
    taxDate: dayAt(at, options.timeZone),
    lines: [],
    shippingAmount: null,
    totalAmount: amount,
    shippingTaxCode: shippingTaxCodeOf(options),
    places: placesOf(order.currency_code),
  };
}

const placesOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Medusa keeps rates in single precision, so its amounts are a millionth of a cent off. */
const roundedText = (amount: string, currency: string): string => Number(amount).toFixed(placesOf(currency));

let gateway: { readonly options: TollgateOptions; readonly gateway: Gateway } | null = null;

function gatewayOf(options: TollgateOptions): Gateway {
  // A document must be sent before its row is free for another process.
  if (gateway?.options !== options) {
    gateway = { options, gateway: createGateway(createClient({ ...options, timeLimit: 10_000 }), options.source) };
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
    const outcome = await attempt({ row, waiting, options, store, container });
    if (outcome === 'out') break;
    if (outcome === 'refused') continue;
    blocked.delete(row.order_id);
    sent += 1;
  }
  return { sent };
}

type Attempt = {
  readonly row: DocumentRow;
  readonly waiting: readonly DocumentRow[];
  readonly options: TollgateOptions;
  readonly store: DocumentStore;
  readonly container: Container;
};

async function attempt({ row, options, store, container }: Attempt): Promise<'sent' | 'refused' | 'out'> {
  const { warn } = warner(container);
  try {
    const { finalTransactionAmount } = await send(row, gatewayOf(options), store);
    const gatewayAmount = row.kind === 'CANCELLATION' ? null : finalTransactionAmount;
    await store.updateTollgateDocuments({
      ...{ id: row.id, state: 'STORED', stored_at: new Date(), last_error: null, gateway_amount: gatewayAmount },
    });
    if (gatewayAmount !== null && Number(minus(gatewayAmount, row.platform_amount ?? '0')) !== 0) {
      warn(`The document ${row.external_id} has ${row.platform_amount} in Medusa and ${gatewayAmount} in Tollgate.`);
    }
    return 'sent';
  } catch (error) {
    const { retrySeconds = 30, retryDays = 14 } = options;
    const isOut = error instanceof TollgateError && error.isTemporary;
    const isOver = Date.now() - new Date(row.created_at).getTime() > retryDays * day;
    // What the gateway refuses may need a hand, such as a tax code: it is tried less and less often.
    const pause = isOut ? retrySeconds * 1_000 : Math.min(retrySeconds * 1_000 * 2 ** row.attempts, 360 * minute);
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
    const { document, buyer } = row.content as Content;
    return to.store(document, buyer);
  }
  if (row.kind === 'CANCELLATION') {
    const { reason } = row.content as { readonly reason: string };
    return to.client.cancelTransaction({ source: to.source, externalId: row.order_id }, reason);
  }
  const [invoice] = await store.listTollgateDocuments({ external_id: row.order_id });
  if (!invoice) throw new Error(`The order ${row.order_id} has no invoice.`);
  return storeRefund(to, (invoice.content as Content).document, row.content as ShopRefund);
}
