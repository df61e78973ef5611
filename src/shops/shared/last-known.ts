import type { Quote, QuotedLine, QuoteInput } from '@tollgate/client';
import { type KeptRate, unroundedRatesOf } from './line-rates.ts';
import { createRecent } from './recent.ts';

/** Buyers without a certificate share the same rates. */
const personal = new Set(['CUSTOMER_EXEMPT', 'CUSTOMER_TYPE']);

/** A fallback: the answer for an identical cart, or the last known rates of its tax codes. */
type LastKnown =
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'rates'; rates(taxCode: string): readonly KeptRate[] };

type LastKnownTaxes = {
  remember(input: QuoteInput, quote: Quote): Record<string, readonly KeptRate[]>;
  /** `own` are rates that the cart itself holds. Null if a tax code is unknown at the place. */
  recall(input: QuoteInput, own?: Readonly<Record<string, readonly KeptRate[]>>): LastKnown | null;
};

/** Last known rates by place, used while the gateway is unreachable. */
export function createLastKnown(): LastKnownTaxes {
  const quotes = createRecent<Quote>(5_000);
  const rates = createRecent<readonly KeptRate[]>(20_000);

  const keyOf = ({ items, shippingFee, shippingAddress, isTaxInclusive, currency }: QuoteInput): string =>
    JSON.stringify([items, shippingFee, shippingAddress, isTaxInclusive, currency]);
  const rateKeyOf = (taxCode: string, { items = [], shippingFee, shippingAddress = {} }: QuoteInput): string => {
    const { country, state, zip, city } = shippingAddress;
    // In many places, shipping is taxed like the goods.
    const goods = taxCode === shippingFee?.taxCode ? [...new Set(items.map((item) => item.taxCode))].sort() : [];
    return JSON.stringify([country, state, zip, city, taxCode, goods]);
  };

  return {
    remember(input, quote) {
      const said: Record<string, readonly KeptRate[]> = {};
      const lines: (readonly [string | undefined, QuotedLine | null])[] = [
        ...quote.items.map((line, index) => [input.items?.[index]?.taxCode, line] as const),
        [input.shippingFee?.taxCode, quote.shippingFee],
      ];
      const isPersonal = lines.some(([, line]) => line && personal.has(line.reason));
      if (!isPersonal) quotes.set(keyOf(input), quote);
      for (const [taxCode, line] of lines) {
        if (!line || !taxCode) continue;
        said[taxCode] = unroundedRatesOf(line, input.isTaxInclusive ?? false);
        if (!isPersonal) rates.set(rateKeyOf(taxCode, input), said[taxCode]);
      }
      return said;
    },

    recall(input, own = {}) {
      const codes = [...(input.items ?? []), ...(input.shippingFee ? [input.shippingFee] : [])].map(
        ({ taxCode }) => taxCode ?? '',
      );
      const ratesFor = (taxCode: string) => rates.get(rateKeyOf(taxCode, input));
      if (codes.length > 0 && codes.every((code) => own[code]))
        return { kind: 'rates', rates: (code) => own[code] ?? [] };
      const quote = quotes.get(keyOf(input));
      if (quote) return { kind: 'quote', quote };
      if (!codes.every((code) => own[code] ?? ratesFor(code))) return null;
      return { kind: 'rates', rates: (code) => own[code] ?? ratesFor(code) ?? [] };
    },
  };
}
