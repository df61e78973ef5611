import type { SyncWebhookResponsesMap } from '@saleor/app-sdk/handlers/shared';
import { minus, percentageOf, sum } from '../gateway/amounts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { addressInput, shippingTaxCodeOf, type TaxCodes, taxCodeOf } from '../gateway/mapping.ts';
import type { AddressInput, QuotedLine, StoredDocument } from '../gateway/operations.ts';
import { TaxError } from '../gateway/tax-error.ts';
import type { OrderPayload, SaleorAddress, TaxPayload } from './payloads.ts';

export type SaleorTaxes = SyncWebhookResponsesMap['CHECKOUT_CALCULATE_TAXES'];

/** Tax codes by id of the tax class. */
export type Options = TaxCodes & { readonly gateway: Gateway };

/** The taxes of a checkout or an order, in the order of its lines. */
export async function calculateTaxes({ taxBase }: TaxPayload, options: Options): Promise<SaleorTaxes> {
  const { gateway } = options;
  const { pricesEnteredWithTax: isTaxInclusive, sourceObject } = taxBase;
  const quote = await gateway.quote(
    {
      currency: taxBase.currency,
      isTaxInclusive,
      items: taxBase.lines.map(({ sourceLine, productName, totalPrice, quantity, chargeTaxes }) => ({
        name: productName,
        taxCode: taxCodeOf(sourceLine.variant?.product.taxClass?.id, options),
        totalPrice: `${totalPrice.amount}`,
        quantity: `${quantity}`,
        taxableCategory: chargeTaxes ? undefined : 'NOT_TAXABLE',
      })),
      // Prices include all discounts except those on the whole order; the shipping price includes its own.
      transactionLevelDiscount: sum(
        taxBase.discounts.filter(({ type }) => type === 'SUBTOTAL').map(({ amount: { amount } }) => amount),
      ),
      shippingFee: { taxCode: shippingTaxCodeOf(options), totalPrice: `${taxBase.shippingPrice.amount}` },
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

/** The invoice of a confirmed order, with the prices of its lines after all discounts. */
export async function storeInvoice({ order }: OrderPayload, options: Options): Promise<StoredDocument> {
  const { gateway } = options;
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
        taxCode: taxCodeOf(variant?.product.taxClass?.id, options),
        totalPrice: priceOf(totalPrice),
        quantity: `${quantity}`,
      })),
      shippingFee: { taxCode: shippingTaxCodeOf(options), totalPrice: priceOf(order.shippingPrice) },
      shippingAddress: addressOf(order.shippingAddress ?? order.billingAddress),
      exemptionOverride: chargesTaxes(order) ? undefined : untaxed,
    },
    // A guest is a new customer for each order.
    order.user ?? { id: order.id, email: order.userEmail ?? undefined },
  );
}

const untaxed = { kind: 'FORCE_EXEMPT', reason: 'Saleor charges no tax on this order.' } as const;

/** Saleor removes any tax if the order, or its country in the channel, is exempt from tax. */
function chargesTaxes({ taxExemption, channel, ...order }: OrderPayload['order']): boolean {
  if (taxExemption) return false;
  const { countries, chargeTaxes } = channel.taxConfiguration;
  const code = (order.shippingAddress ?? order.billingAddress)?.country.code;
  return countries.find(({ country }) => country.code === code)?.chargeTaxes ?? chargeTaxes;
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

function addressOf(address: SaleorAddress | null): AddressInput {
  if (!address)
    throw new TaxError({ __typename: 'InvalidInput', code: 'REQUIRED', message: 'There is no address yet.' });
  return addressInput({
    country: address.country.code,
    state: address.countryArea,
    city: address.city,
    zip: address.postalCode,
    street: [address.streetAddress1, address.streetAddress2],
  });
}
