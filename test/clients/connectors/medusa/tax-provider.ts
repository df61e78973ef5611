import type {
  ITaxProvider,
  ItemTaxCalculationLine,
  ShippingTaxCalculationLine,
  TaxCalculationContext,
  TaxTypes,
} from '@medusajs/types';
import type { Buyer, Gateway } from '../gateway/gateway.ts';
import { ratesOf } from '../gateway/line-rates.ts';
import { addressInput, shippingTaxCodeOf, type TaxCodes, taxCodeOf } from '../gateway/mapping.ts';
import type { AddressInput, Quote, QuotedLine } from '../gateway/operations.ts';
import { TaxError } from '../gateway/tax-error.ts';
import { type Basket, basketOf, discountOf, includesTax, shippingPriceOf, textOf } from './basket.ts';

/** Tax codes by id of the product type. */
export type Options = TaxCodes & { readonly gateway: Gateway };

type TaxLine = TaxTypes.ItemTaxLineDTO | TaxTypes.ShippingTaxLineDTO;

/** Tax lines of carts, orders and returns, by jurisdiction. */
export class TollgateTaxProvider implements ITaxProvider {
  static readonly identifier = 'tollgate';
  readonly #options: Options;

  constructor(_container: unknown, options: Options) {
    this.#options = options;
  }

  getIdentifier(): string {
    return TollgateTaxProvider.identifier;
  }

  async getTaxLines(
    itemLines: ItemTaxCalculationLine[],
    shippingLines: ShippingTaxCalculationLine[],
    context: TaxCalculationContext,
  ): Promise<TaxLine[]> {
    if (itemLines.length + shippingLines.length === 0) return [];
    const basket = basketOf(itemLines, shippingLines, context);
    const isTaxInclusive = includesTax(basket);
    const quote = await this.#quote(basket, isTaxInclusive, currencyOf(itemLines, shippingLines), context);
    const quoted = new Map(basket.items.map(({ id }, index) => [id, quote.items[index]]));
    return [
      ...itemLines.flatMap(({ line_item: { id } }) =>
        this.#linesOf(quoted.get(id), isTaxInclusive).map((line) => ({ ...line, line_item_id: id })),
      ),
      // The gateway gets one fee for all methods, so its rate applies to each of them.
      ...shippingLines.flatMap(({ shipping_line: { id } }) =>
        this.#linesOf(quote.shippingFee, isTaxInclusive).map((line) => ({ ...line, shipping_line_id: id })),
      ),
    ];
  }

  async #quote(
    basket: Basket,
    isTaxInclusive: boolean,
    currency: string | undefined,
    { address, customer }: TaxCalculationContext,
  ): Promise<Quote> {
    const items = basket.items.map((item) => ({
      name: item.id,
      taxCode: taxCodeOf(item.product_type_id, this.#options),
      unitPrice: textOf(item.unit_price),
      quantity: textOf(item.quantity),
      discount: discountOf(item),
    }));
    const shippingFee = { taxCode: shippingTaxCodeOf(this.#options), totalPrice: shippingPriceOf(basket) };
    const hasShipping = basket.shipping_methods.length > 0;
    const input = {
      items,
      shippingFee: hasShipping ? shippingFee : undefined,
      isTaxInclusive,
      currency: currency?.toUpperCase(),
      shippingAddress: addressOf(address),
    };
    return this.#options.gateway.quote(input, buyerOf(customer)).catch((error) => {
      // For an error of this type, Medusa responds with 400 and its message; for others, with 500 and no message.
      throw error instanceof TaxError ? Object.assign(error, { type: 'invalid_data' }) : error;
    });
  }

  #linesOf(line: QuotedLine | null | undefined, isTaxInclusive: boolean) {
    if (!line) throw new Error('The tax of a line is missing: set the hook setTaxLineContext to the whole cart.');
    const rates = ratesOf(line, isTaxInclusive);
    if (rates.length === 0) {
      return [{ rate: 0, code: line.reason, name: 'No tax', provider_id: this.getIdentifier() }];
    }
    return rates.map(({ percent, jurisdiction, legalRate, reason }) => ({
      rate: percent,
      code: jurisdiction.jurisdictionId,
      name: jurisdiction.name,
      provider_id: this.getIdentifier(),
      data: { legal_rate: legalRate, reason },
    }));
  }
}

export function addressOf(address: {
  readonly country_code?: string;
  readonly province_code?: string | null;
  readonly address_1?: string;
  readonly address_2?: string | null;
  readonly city?: string;
  readonly postal_code?: string;
}): AddressInput {
  return addressInput({
    country: address.country_code,
    // A province may be in ISO 3166-2 form, such as us-mn.
    state: address.province_code?.replace(/^[a-z]{2}-/i, '').toUpperCase(),
    city: address.city,
    zip: address.postal_code,
    street: [address.address_1, address.address_2],
  });
}

function buyerOf(customer: TaxCalculationContext['customer']): Buyer | null {
  if (!customer) return null;
  const taxNumber = customer.metadata?.tax_number;
  return { id: customer.id, email: customer.email, taxNumber: typeof taxNumber === 'string' ? taxNumber : undefined };
}

const currencyOf = (
  [item]: readonly ItemTaxCalculationLine[],
  [method]: readonly ShippingTaxCalculationLine[],
): string | undefined => item?.line_item.currency_code ?? method?.shipping_line.currency_code;
