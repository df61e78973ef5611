import type { RootOf } from '../../base/graphql.ts';
import { compare, isNegative, subtract } from '../../format/decimal-text.ts';
import { dayText, money, percent } from '../../format/format.ts';
import { documentTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import type { historyOperation } from './operations.ts';

export type SentCalculation = RootOf<typeof historyOperation, 'transaction'>['calculations']['nodes'][number];

type Difference = {
  readonly what: string;
  readonly before: string;
  readonly now: string;
  /** The change in an amount; null for other values, and for added or removed lines. */
  readonly change: string | null;
};

type Line = Omit<SentCalculation['items'][number], 'name'> & { readonly name: string };

const { history: texts } = documentTexts;

/** The figures that differ between two calculations of a document, totals first. */
export function differencesOf(before: SentCalculation, now: SentCalculation): Difference[] {
  const { currency } = now;
  const amount = (what: string, one: string | undefined, other: string | undefined): Difference[] => {
    if (one !== undefined && other !== undefined && compare(one, other) === 0) return [];
    const change = one === undefined || other === undefined ? null : signed(subtract(other, one), currency);
    const text = (value: string | undefined) => (value === undefined ? texts.added : money(value, currency));
    return [{ what, before: text(one), now: text(other), change }];
  };
  const plain = (what: string, one: string | undefined, other: string | undefined): Difference[] =>
    one === other ? [] : [{ what, before: one ?? texts.added, now: other ?? texts.added, change: null }];
  const linesBefore = linesOf(before);
  const linesNow = linesOf(now);
  const pointers = [...new Set([...linesNow.keys(), ...linesBefore.keys()])];
  return [
    ...amount(texts.figures.total, before.finalTransactionAmount, now.finalTransactionAmount),
    ...amount(texts.figures.tax, before.salesTax.amount, now.salesTax.amount),
    ...plain(texts.figures.date, dayText(before.taxDate), dayText(now.taxDate)),
    ...plain(texts.figures.rateBook, before.rateBookVersion, now.rateBookVersion),
    ...pointers.flatMap((pointer) => {
      const [one, other] = [linesBefore.get(pointer), linesNow.get(pointer)];
      const name = (other ?? one)?.name ?? pointer;
      const rateText = (line: Line | undefined) => line && percent(line.taxRate);
      const reasonText = (line: Line | undefined) => line && known(recordTexts.reasons, line.reason);
      return [
        ...amount(`${name}: ${texts.ofLine.tax}`, one?.taxAmount, other?.taxAmount),
        ...amount(`${name}: ${texts.ofLine.taxable}`, one?.taxableAmount, other?.taxableAmount),
        ...plain(`${name}: ${texts.ofLine.rate}`, rateText(one), rateText(other)),
        ...plain(`${name}: ${texts.ofLine.reason}`, reasonText(one), reasonText(other)),
      ];
    }),
  ];
}

function linesOf({ items, shippingFee }: SentCalculation): Map<string, Line> {
  const fee = shippingFee ? [{ ...shippingFee, name: documentTexts.lines.shipping }] : [];
  return new Map([...items, ...fee].map((line) => [line.pointer, line]));
}

const signed = (amount: string, currency: string) => `${isNegative(amount) ? '' : '+'}${money(amount, currency)}`;
