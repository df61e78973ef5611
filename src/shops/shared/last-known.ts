import type { ItemInput, Quote, QuotedLine, QuoteInput } from '@tollgate/client';
import { shareOf } from './amounts.ts';
import type { Buyer } from './gateway.ts';
import { hasUnitTax, type KeptRate, unroundedRatesOf } from './line-rates.ts';
import type { CodedLine } from './mapping.ts';
import { createRecent } from './recent.ts';

/** Reasons that depend on neither the buyer nor the price. Any reason in neither list may depend on the buyer. */
const ofPlace = [
  ...['TAXED', 'REDUCED_RATE', 'ZERO_RATED', 'PRODUCT_NOT_TAXABLE', 'PRODUCT_EXEMPT'],
  ...['NOT_COLLECTING', 'NO_TAX_THERE', 'NOT_COVERED', 'SMALL_BUSINESS'],
];
/** Reasons that depend on the unit price. A tax holiday usually has a price limit. */
const ofPrice = ['BELOW_THRESHOLD', 'ABOVE_THRESHOLD', 'CAP_REACHED', 'HOLIDAY'];
const ofPlaceOrPrice = [...ofPlace, ...ofPrice];

/** Includes the reasons of jurisdictions, because a certificate may exempt from the tax of only some of them. */
const reasonsOf = ({ reason, taxLines }: QuotedLine): string[] => [reason, ...taxLines.map((one) => one.reason)];

const isOfPrice = (line: QuotedLine): boolean =>
  reasonsOf(line).some((reason) => ofPrice.includes(reason)) || hasUnitTax(line);

/** The fallback for a cart: the answer for an identical cart, or the last known rates of its tax codes. */
type LastKnown =
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'rates'; rates(line: PricedLine): readonly KeptRate[] };

/** A line of a cart, or its shipping fee. */
export type PricedLine = CodedLine & Pick<ItemInput, 'unitPrice' | 'quantity' | 'discount'>;

type Rates = Readonly<Record<string, readonly KeptRate[]>>;

type LastKnownTaxes = {
  /**
   * Stores the taxes on the cart, and returns its rates by `lineKey`, or by `priceKey` if they depend on the price. Taxes
   * that may depend on the buyer are only recalled for this buyer and an identical cart. A null buyer is unknown to the
   * gateway, so its taxes apply to anyone. `onlyOn` is the tax date if a tax holiday affects the cart, otherwise null.
   */
  remember(
    input: QuoteInput,
    quote: Quote,
    buyer: Buyer | null,
  ): { readonly rates: Rates; readonly isPersonal: boolean; readonly onlyOn: string | null };
  /** `own` contains the rates stored with the cart. Returns null if the rates of a line are unknown. */
  recall(input: QuoteInput, buyer: Buyer | null, own?: Rates): LastKnown | null;
};

/** The tax code of a line or, if it has no tax code, its product. */
const lineKey = ({ taxCode, product, productSource }: CodedLine): string => taxCode ?? `${productSource}/${product}`;

/** The key of a line with a price; its quantity may change. */
const priceKey = ({ unitPrice, discount = '0', quantity = '1', ...line }: PricedLine): string =>
  JSON.stringify([lineKey(line), unitPrice, shareOf(discount, { part: 1, of: quantity, places: 6 })]);

/** Last known rates by place, used while the gateway is unreachable. */
export function createLastKnown(): LastKnownTaxes {
  const quotes = createRecent<Quote>(5_000);
  const rates = createRecent<readonly KeptRate[]>(20_000);
  /**
   * Tax codes by product, as stored in the gateway. The gateway returns an empty code for a product without a tax code.
   */
  const codes = createRecent<string>(20_000);
  const codeOf = (line: CodedLine): string => line.taxCode ?? codes.get(lineKey(line)) ?? '';

  const keyOf = (
    { items, shippingFee, shippingAddress, isTaxInclusive, currency }: QuoteInput,
    buyer: Buyer | null,
    onlyOn: string | null = null,
  ): string => JSON.stringify([onlyOn, buyer?.id, items, shippingFee, shippingAddress, isTaxInclusive, currency]);
  const rateKeyOf = (taxCode: string, { items = [], shippingFee, shippingAddress = {} }: QuoteInput): string => {
    const { country, state, zip, city } = shippingAddress;
    // The key of shipping includes the goods, because in many places shipping is taxed like the goods.
    const goods = taxCode === shippingFee?.taxCode ? [...new Set(items.map(codeOf))].sort() : [];
    return JSON.stringify([country, state, zip, city, taxCode, goods]);
  };

  return {
    remember(input, quote, buyer) {
      const said: Record<string, readonly KeptRate[]> = {};
      const lines: (readonly [CodedLine | undefined, QuotedLine | null])[] = [
        ...quote.items.map((line, index) => [input.items?.[index], line] as const),
        [input.shippingFee, quote.shippingFee],
      ];
      for (const [index, sent] of (input.items ?? []).entries()) {
        const taxCode = quote.items[index]?.taxCode;
        if (taxCode !== undefined) codes.set(lineKey(sent), taxCode);
      }
      const reasons = lines.flatMap(([, line]) => (line ? reasonsOf(line) : []));
      const isPersonal = !reasons.every((reason) => ofPlaceOrPrice.includes(reason));
      const isOfPlace = reasons.every((reason) => ofPlace.includes(reason));
      const onlyOn = reasons.includes('HOLIDAY') ? (input.taxDate ?? null) : null;
      quotes.set(keyOf(input, buyer, onlyOn), quote);
      if (!isPersonal) quotes.set(keyOf(input, null, onlyOn), quote);
      for (const [sent, line] of lines) {
        if (!line || !sent) continue;
        const known = unroundedRatesOf(line, input.isTaxInclusive ?? false);
        said[isOfPrice(line) ? priceKey(sent) : lineKey(sent)] = known;
        if (isOfPlace && !hasUnitTax(line)) rates.set(rateKeyOf(codeOf(sent), input), known);
      }
      return { rates: said, isPersonal, onlyOn };
    },

    recall(input, buyer, own = {}) {
      const lines = [...(input.items ?? []), ...(input.shippingFee ? [input.shippingFee] : [])];
      const ownOf = (line: PricedLine) => own[priceKey(line)] ?? own[lineKey(line)];
      const ratesFor = (line: PricedLine) => ownOf(line) ?? rates.get(rateKeyOf(codeOf(line), input));
      if (lines.length > 0 && lines.every(ownOf)) return { kind: 'rates', rates: (line) => ownOf(line) ?? [] };
      const quote = [input.taxDate, undefined]
        .flatMap((on) => [keyOf(input, buyer, on), keyOf(input, null, on)])
        .map((key) => quotes.get(key))
        .find((found) => found !== undefined);
      if (quote) return { kind: 'quote', quote };
      if (!lines.every(ratesFor)) return null;
      return { kind: 'rates', rates: (line) => ratesFor(line) ?? [] };
    },
  };
}
