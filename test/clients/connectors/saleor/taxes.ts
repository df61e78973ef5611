import type { SyncWebhookResponsesMap } from '@saleor/app-sdk/handlers/shared';
import { minus, percentageOf, sum } from '../gateway/amounts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { AddressInput, QuotedLine, StoredDocument } from '../gateway/operations.ts';
import { TaxError } from '../gateway/tax-error.ts';
import type { OrderPayload, SaleorAddress, TaxPayload } from './payloads.ts';

export type SaleorTaxes = SyncWebhookResponsesMap['CHECKOUT_CALCULATE_TAXES'];

export type Options = {
  readonly gateway: Gateway;
  /** Tax codes by id of the tax class. */
  readonly taxCodes?: Readonly<Record<string, string>>;
  /** Of other products. Default: general goods. */
  readonly defaultTaxCode?: string;
  readonly shippingTaxCode?: string;
};

/** The taxes of a checkout or an order, in the order of its lines. */
export async function calculateTaxes({ taxBase }: TaxPayload, options: Options): Promise<SaleorTaxes> {
  const { gateway, shippingTaxCode = 'C6S1' } = options;
  const { pricesEnteredWithTax: isTaxInclusive, sourceObject } = taxBase;
  const quote = await gateway.quote(
    {
      currency: taxBase.currency,
      isTaxInclusive,
      items: taxBase.lines.map(({ sourceLine, productName, totalPrice, quantity, chargeTaxes }) => ({
        name: productName,
        taxCode: taxCodeOf(sourceLine.variant, options),
        totalPrice: `${totalPrice.amount}`,
        quantity: `${quantity}`,
        taxableCategory: chargeTaxes ? undefined : 'NOT_TAXABLE',
      })),
      // Prices have all discounts but those of the whole order; the price of shipping has its own.
      transactionLevelDiscount: sum(
        taxBase.discounts.filter(({ type }) => type === 'SUBTOTAL').map(({ amount: { amount } }) => amount),
      ),
      shippingFee: { taxCode: shippingTaxCode, totalPrice: `${taxBase.shippingPrice.amount}` },
      shippingAddress: addressOf(taxBase.address),
    },
    sourceObject.user,
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

/** The invoice of a confirmed order, of the prices that its lines have after all discounts. */
export async function storeInvoice({ order }: OrderPayload, options: Options): Promise<StoredDocument> {
  const { gateway, shippingTaxCode = 'C6S1' } = options;
  const isTaxInclusive = order.channel.taxConfiguration.pricesEnteredWithTax;
  const priceOf = ({ gross, net }: OrderPayload['order']['shippingPrice']) =>
    `${isTaxInclusive ? gross.amount : net.amount}`;
  return gateway.store(
    {
      externalId: order.id,
      documentName: order.number,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: order.created, updatedDate: order.updatedAt },
      currency: order.total.currency,
      isTaxInclusive,
      items: order.lines.map(({ productName, productSku, quantity, totalPrice, variant }) => ({
        name: productSku ? `${productName} (${productSku})` : productName,
        taxCode: taxCodeOf(variant, options),
        totalPrice: priceOf(totalPrice),
        quantity: `${quantity}`,
      })),
      shippingFee: { taxCode: shippingTaxCode, totalPrice: priceOf(order.shippingPrice) },
      shippingAddress: addressOf(order.shippingAddress ?? order.billingAddress),
    },
    // A guest is a customer of one order.
    order.user ?? { id: order.id, email: order.userEmail ?? undefined },
  );
}

/** Amounts of a line: JSON numbers, which Saleor reads as decimals. */
function shownOf(line: QuotedLine | null, isTaxInclusive: boolean) {
  if (!line) return { gross: 0, net: 0, rate: 0 };
  const { calculatedTotal: total, taxAmount, taxRate } = line;
  return {
    gross: Number(isTaxInclusive ? total : sum([total, taxAmount])),
    net: Number(isTaxInclusive ? minus(total, taxAmount) : total),
    rate: percentageOf(taxRate),
  };
}

function taxCodeOf(
  variant: OrderPayload['order']['lines'][number]['variant'],
  { taxCodes = {}, defaultTaxCode = 'C1S1' }: Options,
): string {
  const taxClass = variant?.product.taxClass?.id;
  return (taxClass && taxCodes[taxClass]) || defaultTaxCode;
}

function addressOf(address: SaleorAddress | null): AddressInput {
  if (!address)
    throw new TaxError({ __typename: 'InvalidInput', code: 'REQUIRED', message: 'There is no address yet.' });
  const { streetAddress1, streetAddress2, city, countryArea, postalCode, country } = address;
  const street = [streetAddress1, streetAddress2].filter(Boolean).join(', ');
  return {
    country: country.code,
    state: countryArea || undefined,
    city: city || undefined,
    zip: postalCode || undefined,
    street: street || undefined,
    isPartial: !(street && city && postalCode),
  };
}
