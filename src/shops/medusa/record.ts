import { placesOf } from '../shared/amounts.ts';
import { dayAt, shippingTaxCodeOf } from '../shared/mapping.ts';
import type { ShopRefund } from '../shared/refunds.ts';
import {
  type Amount,
  addressOf,
  type BasketItem,
  type BasketShipping,
  codesOf,
  discountOf,
  includesTax,
  type MedusaAddress,
  shippingPriceOf,
  textOf,
} from './basket.ts';
import { type Container, optionsOf } from './container.ts';
import type { SoldOrder, TollgateOptions } from './options.ts';
import { markOf, markOrder, type Taxed } from './tax-mark.ts';
import type { CancellationContent, DocumentStore, InvoiceContent } from './tollgate-document.ts';

type Payment = {
  readonly captured_at: string | Date | null;
  readonly refunds?: readonly {
    readonly id: string;
    readonly amount: Amount;
    readonly raw_amount?: Amount;
    readonly created_at: string | Date;
  }[];
};
type Order = SoldOrder & {
  readonly status: string;
  readonly currency_code: string;
  readonly customer_id: string | null;
  readonly email: string | null;
  readonly created_at: string | Date;
  readonly total: Amount;
  readonly raw_total?: Amount;
  readonly shipping_address: MedusaAddress;
  readonly billing_address: MedusaAddress;
  readonly items: readonly (BasketItem & Taxed)[];
  readonly shipping_methods: readonly (BasketShipping & Taxed)[];
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
    'sales_channel_id',
    'metadata',
    'total',
    'shipping_address.*',
    'billing_address.*',
  ],
  ...['items.*', 'items.adjustments.*', 'shipping_methods.*', 'shipping_methods.adjustments.*'],
  ...['items.tax_lines.*', 'shipping_methods.tax_lines.*'],
  ...['payment_collections.payments.*', 'payment_collections.payments.refunds.*'],
];

const day = 24 * 60 * 60_000;

/**
 * Records the documents that the gateway must store: for one order after an event, or for all recently changed orders,
 * to recover events lost when a process ended. Each document has a single row, however often this runs.
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
      try {
        await store.createTollgateDocuments([row]);
      } catch (error) {
        // Another process may have written the row in the meantime.
        const [there] = await store.listTollgateDocuments({ external_id: row.external_id });
        if (!there) throw error;
        continue;
      }
      const mark = row.kind === 'INVOICE' && markOf(taxedOf(order));
      if (mark) await markOrder(container, order.id, { tollgate_tax: mark });
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
  // Captured payments are refunded, and each refund has its own document.
  const isPaid = payments.some(({ captured_at: capturedAt }) => capturedAt !== null);
  if (order.status === 'canceled' && !isPaid) {
    rows.push(
      row(
        `${order.id}-C`,
        'CANCELLATION',
        { reason: 'The order was cancelled before it was paid.' } satisfies CancellationContent,
        null,
      ),
    );
  }
  return rows;
}

function invoiceOf(order: Order, options: TollgateOptions): InvoiceContent {
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
        ...codesOf(item, options),
        unitPrice: textOf(item.unit_price, item.raw_unit_price),
        quantity: textOf(item.quantity, item.raw_quantity),
        discount: discountOf(item),
      })),
      shippingFee:
        methods.length > 0
          ? { taxCode: shippingTaxCodeOf(options), totalPrice: shippingPriceOf({ shipping_methods: methods }) }
          : undefined,
      shippingAddress: addressOf(order.shipping_address, order.billing_address, options),
      ...options.collectionOf?.(order),
    },
    // An order without a customer in Medusa creates a new customer in the gateway.
    buyer: { id: order.customer_id ?? order.id, email: order.email ?? undefined },
    itemIds: items.map(({ id }) => id),
    isEstimated: markOf(taxedOf(order)) !== null,
  };
}

const taxedOf = ({ items, shipping_methods: methods }: Order): readonly Taxed[] =>
  [...items, ...methods].filter(Boolean);

/**
 * Medusa refunds money without naming the items, so the amount is split among all items of the order and its shipping.
 */
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

/** Medusa stores rates in single precision, so its amounts can be off by a millionth of a cent. */
const roundedText = (amount: string, currency: string): string => Number(amount).toFixed(placesOf(currency));
