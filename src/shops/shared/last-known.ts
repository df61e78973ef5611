import type { Quote, QuotedLine, QuoteInput } from '@tollgate/client';
import { type KeptRate, unroundedRatesOf } from './line-rates.ts';
import type { CodedLine } from './mapping.ts';
import { createRecent } from './recent.ts';

/** Exemptions of the buyer. Rates with these reasons are not used for other buyers. */
const personal = new Set(['CUSTOMER_EXEMPT', 'CUSTOMER_TYPE']);

/** The fallback for a cart: the answer for an identical cart, or the last known rates of its tax codes. */
type LastKnown =
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'rates'; rates(line: CodedLine): readonly KeptRate[] };

type LastKnownTaxes = {
  /** Stores the taxes on the cart, and returns its rates by `lineKey`. */
  remember(input: QuoteInput, quote: Quote): Record<string, readonly KeptRate[]>;
  /** `own` contains the rates stored with the cart. Returns null if the rates of a line are unknown. */
  recall(input: QuoteInput, own?: Readonly<Record<string, readonly KeptRate[]>>): LastKnown | null;
};

/** The tax code of a line or, if it has no tax code, its product. */
const lineKey = ({ taxCode, product, productSource }: CodedLine): string => taxCode ?? `${productSource}/${product}`;

/** Last known rates by place, used while the gateway is unreachable. */
export function createLastKnown(): LastKnownTaxes {
  const quotes = createRecent<Quote>(5_000);
  const rates = createRecent<readonly KeptRate[]>(20_000);
  /**
   * Tax codes by product, as stored in the gateway. The gateway returns an empty code for a product without a tax code.
   */
  const codes = createRecent<string>(20_000);
  const codeOf = (line: CodedLine): string => line.taxCode ?? codes.get(lineKey(line)) ?? '';

  const keyOf = ({ items, shippingFee, shippingAddress, isTaxInclusive, currency }: QuoteInput): string =>
    JSON.stringify([items, shippingFee, shippingAddress, isTaxInclusive, currency]);
  const rateKeyOf = (taxCode: string, { items = [], shippingFee, shippingAddress = {} }: QuoteInput): string => {
    const { country, state, zip, city } = shippingAddress;
    // The key of shipping includes the goods, because in many places shipping is taxed like the goods.
    const goods = taxCode === shippingFee?.taxCode ? [...new Set(items.map(codeOf))].sort() : [];
    return JSON.stringify([country, state, zip, city, taxCode, goods]);
  };

  return {
    remember(input, quote) {
      const said: Record<string, readonly KeptRate[]> = {};
      const lines: (readonly [CodedLine | undefined, QuotedLine | null])[] = [
        ...quote.items.map((line, index) => [input.items?.[index], line] as const),
        [input.shippingFee, quote.shippingFee],
      ];
      for (const [index, sent] of (input.items ?? []).entries()) {
        const taxCode = quote.items[index]?.taxCode;
        if (taxCode !== undefined) codes.set(lineKey(sent), taxCode);
      }
      const isPersonal = lines.some(([, line]) => line && personal.has(line.reason));
      if (!isPersonal) quotes.set(keyOf(input), quote);
      for (const [sent, line] of lines) {
        if (!line || !sent) continue;
        const known = unroundedRatesOf(line, input.isTaxInclusive ?? false);
        said[lineKey(sent)] = known;
        if (!isPersonal) rates.set(rateKeyOf(codeOf(sent), input), known);
      }
      return said;
    },

    recall(input, own = {}) {
      const lines = [...(input.items ?? []), ...(input.shippingFee ? [input.shippingFee] : [])];
      const ownOf = (line: CodedLine) => own[lineKey(line)];
      const ratesFor = (line: CodedLine) => ownOf(line) ?? rates.get(rateKeyOf(codeOf(line), input));
      if (lines.length > 0 && lines.every(ownOf)) return { kind: 'rates', rates: (line) => ownOf(line) ?? [] };
      const quote = quotes.get(keyOf(input));
      if (quote) return { kind: 'quote', quote };
      if (!lines.every(ratesFor)) return null;
      return { kind: 'rates', rates: (line) => ratesFor(line) ?? [] };
    },
  };
}
