import type { RootOf } from '../../base/graphql.ts';
import { add, isZero, subtract } from '../../format/decimal-text.ts';
import { tryTexts } from '../../texts/try.ts';
import type { quoteOperation } from './operations.ts';

export type Calculated = RootOf<typeof quoteOperation, 'calculateTax'>;
export type Quote = Extract<Calculated, { __typename: 'Quote' }>;
export type QuoteLine = Quote['items'][number];

export function linesOf({ items, shippingFee }: Quote): readonly QuoteLine[] {
  return [...items, ...(shippingFee ? [{ ...shippingFee, name: tryTexts.shippingLine } as QuoteLine] : [])];
}

export type Difference = {
  readonly key: string;
  readonly what: string;
  readonly kind: 'money' | 'rate';
  readonly first: string;
  readonly second: string;
  readonly difference: string;
};

/**
 * The differences between two quotes: the totals, the tax on each line by position, and the tax of each jurisdiction.
 */
export function differencesOf(now: Quote, then: Quote): readonly Difference[] {
  const { tax, totals, rate } = tryTexts.differences;
  const row = (
    key: string,
    what: string,
    one: string,
    other: string,
    kind: 'money' | 'rate' = 'money',
  ): Difference => ({
    key,
    what,
    kind,
    first: one,
    second: other,
    difference: subtract(other, one),
  });
  const [lines, others] = [linesOf(now), linesOf(then)];
  const longest = lines.length > others.length ? lines : others;
  const [before, after] = [jurisdictionsOf(now), jurisdictionsOf(then)];
  const all = [
    row('total', totals, now.finalTransactionAmount, then.finalTransactionAmount),
    row('tax', tax, now.salesTax.amount, then.salesTax.amount),
    row('rate', rate, now.salesTax.rate, then.salesTax.rate, 'rate'),
    ...longest.map((line, index) =>
      row(`line ${index}`, line.name, lines[index]?.taxAmount ?? '0', others[index]?.taxAmount ?? '0'),
    ),
    ...[...new Set([...before.keys(), ...after.keys()])].map((id) =>
      row(id, (after.get(id) ?? before.get(id))!.name, before.get(id)?.amount ?? '0', after.get(id)?.amount ?? '0'),
    ),
  ];
  return all.filter(({ difference }) => !isZero(difference));
}

/** Each jurisdiction's share of the document tax. */
function jurisdictionsOf(quote: Quote): ReadonlyMap<string, { readonly name: string; readonly amount: string }> {
  const found = new Map<string, { name: string; amount: string }>();
  for (const { taxLines } of linesOf(quote)) {
    for (const { jurisdiction, taxAmount } of taxLines) {
      const before = found.get(jurisdiction.jurisdictionId)?.amount ?? '0';
      found.set(jurisdiction.jurisdictionId, { name: jurisdiction.name, amount: add(before, taxAmount) });
    }
  }
  return found;
}
