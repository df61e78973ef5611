import type {
  ITaxProvider,
  ItemTaxCalculationLine,
  ShippingTaxCalculationLine,
  TaxCalculationContext,
  TaxTypes,
} from '@medusajs/framework/types';
import { createClient, type QuotedLine, type QuoteInput, TollgateError } from '@tollgate/client';
import { type Buyer, createGateway, type Gateway } from '../shared/gateway.ts';
import { createLastKnown } from '../shared/last-known.ts';
import { type LineRate, ratesOf } from '../shared/line-rates.ts';
import { dayAt, shippingTaxCodeOf } from '../shared/mapping.ts';
import { checkPlaceSettings, isCountryAlone, isForWantOfAddress } from '../shared/place.ts';
import { isRefusal } from '../shared/refusal.ts';
import { addressOf, type Basket, codesOf, discountOf, includesTax, shippingPriceOf, textOf } from './basket.ts';
import type { TollgateOptions } from './options.ts';
import { ownCodes, providerId } from './tax-mark.ts';

type TaxLine = TaxTypes.ItemTaxLineDTO | TaxTypes.ShippingTaxLineDTO;
type Named = Omit<TaxTypes.ItemTaxLineDTO, 'line_item_id'>;

/** Calculates the tax lines of carts, orders and returns, by jurisdiction. */
export class TollgateTaxProvider implements ITaxProvider {
  static readonly identifier: string = providerId;
  readonly #options: TollgateOptions;
  readonly #gateway: Gateway;
  readonly #lastKnown = createLastKnown();

  constructor(_container: unknown, options: TollgateOptions) {
    for (const name of ['url', 'clientId', 'clientSecret', 'source'] as const) {
      if (!options?.[name]) throw new Error(`Missing @tollgate/medusa option: ${name}.`);
    }
    // An invalid time zone must fail at startup, not at the first order.
    new Intl.DateTimeFormat('en', { timeZone: options.timeZone });
    checkPlaceSettings(options);
    this.#options = options;
    this.#gateway = createGateway(createClient(options), options.source);
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
    const input = this.#inputOf(basket, itemLines, shippingLines, context);
    const linesOf = await this.#taxOf(input, context);
    const items = new Map(basket.items.map((item, index) => [item.id, index]));
    return [
      ...itemLines.flatMap(({ line_item: { id }, rates }) =>
        linesOf({ index: items.get(id), rates }).map((line) => ({ ...line, line_item_id: id })),
      ),
      // The gateway receives a single fee for all methods, so its rate applies to each of them.
      ...shippingLines.flatMap(({ shipping_line: { id }, rates }) =>
        linesOf({ index: 'shipping', rates }).map((line) => ({ ...line, shipping_line_id: id })),
      ),
    ];
  }

  async #taxOf(input: QuoteInput, context: TaxCalculationContext): Promise<LinesOf> {
    const address = input.shippingAddress ?? {};
    const isInclusive = input.isTaxInclusive ?? false;
    const buyer = buyerOf(context.customer);
    try {
      const quote = await this.#gateway.quote(input, buyer);
      this.#lastKnown.remember(input, quote, buyer);
      return ({ index }) =>
        this.#quoted(index === 'shipping' ? quote.shippingFee : quote.items[index ?? -1], isInclusive);
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error;
      if (isForWantOfAddress(error, address)) return ({ rates }) => this.#ofRegion(rates);
      // For an error of this type, Medusa responds with 400 and the error message; for other errors, with 500 and no
      // message.
      if (isRefusal(error)) throw Object.assign(error, { type: 'invalid_data' });
      return this.#remembered(input, buyer, error);
    }
  }

  #inputOf(
    basket: Basket,
    [item]: readonly ItemTaxCalculationLine[],
    [method]: readonly ShippingTaxCalculationLine[],
    { address }: TaxCalculationContext,
  ): QuoteInput {
    const shippingFee = { taxCode: shippingTaxCodeOf(this.#options), totalPrice: shippingPriceOf(basket) };
    return {
      items: basket.items.map((one) => ({
        name: one.variant_sku ?? one.title ?? one.id,
        ...codesOf(one, this.#options),
        unitPrice: textOf(one.unit_price, one.raw_unit_price),
        quantity: textOf(one.quantity, one.raw_quantity),
        discount: discountOf(one),
      })),
      shippingFee: basket.shipping_methods.length > 0 ? shippingFee : undefined,
      isTaxInclusive: includesTax(basket),
      currency: (item?.line_item.currency_code ?? method?.shipping_line.currency_code)?.toUpperCase(),
      shippingAddress: addressOf(address, basket.billing_address, this.#options),
      taxDate: dayAt(new Date(), this.#options.timeZone),
    };
  }

  #remembered(input: QuoteInput, buyer: Buyer | null, error: TollgateError): LinesOf {
    const { onUnavailable = 'refuse' } = this.#options;
    const known = onUnavailable === 'lastKnownRate' ? this.#lastKnown.recall(input, buyer) : null;
    if (known === null && isCountryAlone(input.shippingAddress ?? {})) return ({ rates }) => this.#ofRegion(rates);
    if (onUnavailable === 'zero') return () => [this.#line(ownCodes.untaxed, 'No tax', 0)];
    if (known === null) {
      const message = 'The tax on this cart cannot be calculated right now. Try again in a minute.';
      throw Object.assign(new Error(message, { cause: error }), { type: 'unexpected_state', code: 'TAX_UNAVAILABLE' });
    }
    return ({ index }) => {
      const line =
        known.kind === 'quote'
          ? index === 'shipping'
            ? known.quote.shippingFee
            : known.quote.items[index ?? -1]
          : null;
      const sent = index === 'shipping' ? input.shippingFee : input.items?.[index ?? -1];
      const rates = line
        ? ratesOf(line, input.isTaxInclusive ?? false)
        : known.kind === 'rates' && sent
          ? known.rates(sent)
          : [];
      if (rates.length === 0) return [this.#line(ownCodes.estimated, 'No tax', 0)];
      return rates.map((rate) =>
        this.#line(`${ownCodes.estimated}:${rate.jurisdictionId}`, describe(rate), rate.percent),
      );
    };
  }

  #quoted(line: QuotedLine | null | undefined, isTaxInclusive: boolean): Named[] {
    if (!line)
      throw new Error('A line has no tax. Check whether another handler is set for the hook setTaxLineContext.');
    const rates = ratesOf(line, isTaxInclusive);
    if (rates.length === 0) return [this.#line(line.reason, 'No tax', 0)];
    return rates.map((rate) => ({
      ...this.#line(rate.jurisdictionId, describe(rate), rate.percent),
      data: { legal_rate: `${rate.legalPercent}`, reason: rate.reason },
    }));
  }

  /** The tax lines to use until the address is complete. */
  #ofRegion(rates: ItemTaxCalculationLine['rates']): Named[] {
    if (this.#options.onIncompleteAddress !== 'regionRate' || rates.length === 0)
      return [this.#line(ownCodes.untaxedWithoutPlace, 'No tax until an address is entered', 0)];
    return rates.map(({ rate, code, name }) =>
      this.#line(
        `${ownCodes.estimatedWithoutPlace}:${code ?? ''}`,
        `${name}, until an address is entered`,
        Number(rate ?? 0),
      ),
    );
  }

  /** Medusa keeps only one tax line per line and code. */
  #line(code: string, name: string, rate: number): Named {
    return { rate, code, name, provider_id: this.getIdentifier() };
  }
}

type LinesOf = (asked: {
  readonly index: number | 'shipping' | undefined;
  readonly rates: ItemTaxCalculationLine['rates'];
}) => Named[];

/**
 * The name of a tax line, including the legal rate. Medusa shows the name and multiplies by the line's rate, which may
 * differ slightly from the legal rate.
 */
const describe = ({ name, legalPercent }: Pick<LineRate, 'name' | 'legalPercent'>): string =>
  legalPercent === 0 ? name : `${name} (${Number(legalPercent.toPrecision(12))} %)`;

/** The whole cart if the hook passed it; otherwise only the lines of this call, without discounts. */
function basketOf(
  itemLines: readonly ItemTaxCalculationLine[],
  shippingLines: readonly ShippingTaxCalculationLine[],
  { additional_context: added }: TaxCalculationContext,
): Basket {
  const whole = added?.tollgate as Basket | undefined;
  const isWhole =
    itemLines.every(({ line_item: { id } }) => whole?.items.some((item) => item.id === id)) &&
    (shippingLines.length === 0 || (whole?.shipping_methods.length ?? 0) > 0);
  if (whole && isWhole) return whole;
  return {
    items: itemLines.map(({ line_item: item }) => ({
      id: item.id,
      unit_price: item.unit_price as number,
      quantity: (item.quantity ?? 1) as number,
      product_id: item.product_id,
      product_type_id: item.product_type_id,
    })),
    shipping_methods: shippingLines.map(({ shipping_line: method }) => ({
      id: method.id,
      amount: (method.unit_price ?? 0) as number,
    })),
  };
}

function buyerOf(customer: TaxCalculationContext['customer']): Buyer | null {
  if (!customer) return null;
  const taxNumber = customer.metadata?.tax_number;
  return { id: customer.id, taxNumber: typeof taxNumber === 'string' ? taxNumber : undefined };
}
