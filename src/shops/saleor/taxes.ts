import type { SyncWebhookResponsesMap } from '@saleor/app-sdk/handlers/shared';
import type { Address } from '@tollgate/client';
import { createClient, type QuotedLine, type StoredDocument, TollgateError } from '@tollgate/client';
import { isEqual, isZero, minus, percentageOf, placesOf, sum } from '../shared/amounts.ts';
import { createGateway, type Gateway, type ShopDocument } from '../shared/gateway.ts';
import {
  addressInput,
  type CodedLine,
  type Collection,
  codedLine,
  dayAt,
  shippingTaxCodeOf,
} from '../shared/mapping.ts';
import { checkPlaceSettings, placeMissing, placeOf } from '../shared/place.ts';
import { storeRefund } from '../shared/refunds.ts';
import type { ShopSettings } from '../shared/settings.ts';
import type { OrderPayload, SaleorAddress, TaxPayload, Variant } from './payloads.ts';

export type SaleorTaxes = SyncWebhookResponsesMap['CHECKOUT_CALCULATE_TAXES'];

/** The app's options. The keys of `taxCodes` are ids of tax classes. */
export type TollgateOptions = ShopSettings & {
  /**
   * Logs orders whose tax differs from the tax on their document, and documents that need manual correction. Default:
   * console.warn.
   */
  readonly warn?: (message: string) => void;
  /** Who collects the tax on an order from a marketplace. */
  readonly collectionOf?: (order: OrderPayload['order']) => Collection | undefined;
};

/** The options with a gateway that caches its token and recent answers. */
export type Connected = TollgateOptions & { readonly gateway: Gateway };

export function connect(options: TollgateOptions): Connected {
  checkPlaceSettings(options);
  // Saleor waits 20 seconds for the response to a webhook.
  const client = createClient({ timeLimit: 15_000, ...options });
  return { ...options, gateway: createGateway(client, options.source) };
}

/** The taxes on a checkout or an order, in line order. */
export async function calculateTaxes({ taxBase }: TaxPayload, options: Connected): Promise<SaleorTaxes> {
  const { gateway } = options;
  const { pricesEnteredWithTax: isTaxInclusive, sourceObject } = taxBase;
  const quote = await gateway.quote(
    {
      currency: taxBase.currency,
      isTaxInclusive,
      items: taxBase.lines.map(({ sourceLine, productName, totalPrice, quantity, chargeTaxes }) => ({
        name: productName,
        ...codesOf(sourceLine.variant ?? sourceLine.orderVariant ?? {}, options),
        totalPrice: `${totalPrice.amount}`,
        quantity: `${quantity}`,
        taxableCategory: chargeTaxes ? undefined : 'NOT_TAXABLE',
      })),
      // Prices include all discounts except those on the whole order; the shipping price includes its own discounts.
      transactionLevelDiscount: sum(
        taxBase.discounts.filter(({ type }) => type === 'SUBTOTAL').map(({ amount: { amount } }) => amount),
      ),
      shippingFee: { taxCode: shippingTaxCodeOf(options), totalPrice: `${taxBase.shippingPrice.amount}` },
      shippingAddress: addressOf(taxBase.address, options),
      taxDate: dayAt(new Date(), options.timeZone),
    },
    sourceObject.user && { id: sourceObject.user.id },
  );
  const shipping = shownOf(quote.shippingFee, isTaxInclusive);
  return {
    shipping_price_gross_amount: shipping.gross,
    shipping_price_net_amount: shipping.net,
    shipping_tax_rate: shipping.rate,
    lines: quote.items.map((item) => {
      const { gross, net, rate } = shownOf(item, isTaxInclusive);
      return { total_gross_amount: gross, total_net_amount: net, tax_rate: rate };
    }),
  };
}

/**
 * Stores the invoice of a confirmed order, with the prices of its lines after all discounts. A repeated or late event
 * must not change an invoice that has since been refunded or cancelled.
 */
export async function storeInvoice({ order }: OrderPayload, options: Connected): Promise<StoredDocument> {
  const { gateway, warn = console.warn } = options;
  const known = await gateway.find({ externalId: order.id, transactionType: 'INVOICE' });
  if (known) return known;
  // Each guest order creates a new customer.
  const buyer = order.user ?? { id: order.id, email: order.userEmail ?? undefined };
  const stored = await gateway.store(invoiceOf(order, options), buyer);
  const shown = sum(
    [...order.lines.map(({ totalPrice }) => totalPrice), order.shippingPrice].map(({ gross, net }) =>
      minus(gross.amount, net.amount),
    ),
  );
  if (!isEqual(shown, stored.salesTax.amount)) {
    const mark = isZero(shown) ? 'UNTAXED' : 'ESTIMATED';
    warn(
      `Tollgate: ${mark}: the tax is ${shown} on order ${order.number}, but ${stored.salesTax.amount} on its document.`,
    );
  }
  return stored;
}

type Order = OrderPayload['order'];

function invoiceOf(order: Order, options: Connected): ShopDocument {
  const isTaxInclusive = order.channel.taxConfiguration.pricesEnteredWithTax;
  const priceOf = ({ gross, net }: Order['shippingPrice']) => `${isTaxInclusive ? gross.amount : net.amount}`;
  return {
    externalId: order.id,
    documentName: order.number,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: { createdDate: order.created, updatedDate: order.updatedAt },
    taxDate: dayAt(new Date(order.created), options.timeZone),
    currency: order.total.currency,
    isTaxInclusive,
    items: order.lines.map(({ productName, productSku, quantity, totalPrice, variant }) => ({
      name: productSku ? `${productName} (${productSku})` : productName,
      ...codesOf({ sku: productSku, product: variant?.product }, options),
      totalPrice: priceOf(totalPrice),
      quantity: `${quantity}`,
    })),
    shippingFee: { taxCode: shippingTaxCodeOf(options), totalPrice: priceOf(order.shippingPrice) },
    shippingAddress: addressOf(order.shippingAddress ?? order.billingAddress, options),
    exemptionOverride: chargesTaxes(order) ? undefined : untaxed,
    ...options.collectionOf?.(order),
  };
}

/**
 * Stores each refund of an order once: granted refunds, with their lines and shipping, and other refunded amounts,
 * which are split among all items and shipping.
 */
export async function storeRefunds(payload: OrderPayload, options: Connected): Promise<StoredDocument[]> {
  const { order } = payload;
  const { gateway, warn = console.warn } = options;
  const refunds = refundsOf(order);
  // The event that confirms the order may not have arrived yet.
  if (refunds.length > 0) await storeInvoice(payload, options);
  const invoice = invoiceOf(order, options);
  const stored: StoredDocument[] = [];
  for (const { at, ...refund } of refunds) {
    const document = await storeRefund(gateway, invoice, {
      ...refund,
      invoiceId: order.id,
      at,
      taxDate: dayAt(new Date(at), options.timeZone),
      shippingTaxCode: shippingTaxCodeOf(options),
      places: placesOf(order.total.currency),
    });
    stored.push(document);
    const { externalId, finalTransactionAmount: amount } = document;
    if (!isEqual(amount, refund.totalAmount))
      warn(
        `Tollgate: the total of refund ${externalId} is ${refund.totalAmount} in Saleor, but ${amount} on its document.`,
      );
  }
  return stored;
}

function refundsOf({ lines, grantedRefunds, transactions, shippingPrice }: Order) {
  const granted = grantedRefunds.filter(({ status }) => status === 'SUCCESS');
  const ofGranted = new Set(granted.flatMap(({ transactionEvents }) => (transactionEvents ?? []).map(({ id }) => id)));
  const plain = transactions
    .flatMap(({ events }) => events)
    .filter(({ id, type }) => type === 'REFUND_SUCCESS' && !ofGranted.has(id));
  return [
    ...granted.map((refund) => ({
      externalId: refund.id,
      at: refund.updatedAt,
      lines: (refund.lines ?? []).map(({ quantity, orderLine }) => ({
        index: lines.findIndex(({ id }) => id === orderLine.id),
        quantity: `${quantity}`,
      })),
      shippingAmount: refund.shippingCostsIncluded ? `${shippingPrice.gross.amount}` : null,
      totalAmount: `${refund.amount.amount}`,
    })),
    ...plain.map(({ id, amount, createdAt }) => ({
      externalId: id,
      at: createdAt,
      lines: [],
      shippingAmount: null,
      totalAmount: `${amount.amount}`,
    })),
  ];
}

/** Cancels the invoice of an order that was cancelled before payment. Paid orders are refunded. */
export async function cancelInvoice(payload: OrderPayload, options: Connected): Promise<void> {
  const { order } = payload;
  const { client, source } = options.gateway;
  if (order.totalCharged.amount > 0 || refundsOf(order).length > 0) return;
  // The event that confirms the order may arrive later, and must then find a cancelled invoice.
  const { externalId, transactionStatus } = await storeInvoice(payload, options);
  if (transactionStatus === 'CANCELLED') return;
  await client.cancelTransaction({ source, externalId }, 'The order was cancelled before it was paid.');
}

const untaxed = { kind: 'FORCE_EXEMPT', reason: 'Saleor charges no tax on this order.' } as const;

/** Saleor removes all tax if the order is exempt, or if the channel charges no tax in its country. */
function chargesTaxes({ taxExemption, channel, ...order }: Order): boolean {
  if (taxExemption) return false;
  const { countries, chargeTaxes } = channel.taxConfiguration;
  const code = (order.shippingAddress ?? order.billingAddress)?.country.code;
  return countries.find(({ country }) => country.code === code)?.chargeTaxes ?? chargeTaxes;
}

/** Line amounts as JSON numbers, which Saleor reads as decimals. */
function shownOf(line: QuotedLine | null, isTaxInclusive: boolean) {
  if (!line) return { gross: 0, net: 0, rate: 0 };
  const { calculatedTotal: total, taxAmount, taxRate } = line;
  return {
    gross: Number(isTaxInclusive ? total : sum([total, taxAmount])),
    net: Number(isTaxInclusive ? minus(total, taxAmount) : total),
    rate: percentageOf(taxRate),
  };
}

/** A product is identified by its SKU, or by its id if it has no SKU. */
const codesOf = ({ sku, product }: Partial<Variant>, options: TollgateOptions): CodedLine =>
  codedLine({ kind: product?.taxClass?.id, product: sku || product?.id }, options);

/** Without a delivery address, Saleor sends the billing address. */
function addressOf(address: SaleorAddress | null, options: TollgateOptions): Address {
  const given = address ? inputOf(address) : {};
  const place = placeOf({ delivery: given, billing: given }, options);
  if (!place.country) throw new TollgateError({ kind: 'InvalidInput', code: 'REQUIRED', message: placeMissing });
  return place;
}

const inputOf = (address: SaleorAddress): Address =>
  addressInput({
    country: address.country.code,
    state: address.countryArea,
    city: address.city,
    zip: address.postalCode,
    street: [address.streetAddress1, address.streetAddress2],
  });
