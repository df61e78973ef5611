import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { FilingDiscount, FilingTerms, PrepaymentRule } from '../../domain/returns/payment/filing-terms.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { readOfReturns, rowsAt } from './due-days.ts';
import { asList, asOneOf, asRecord, asText, asTextOrNull, type JsonRecord } from './files/json-file.ts';
import { asSource } from './files/source.ts';

export type FilingTermsBook = {
  readonly discounts: readonly (FilingDiscount & NexusPlace)[];
  readonly prepayments: readonly (PrepaymentRule & NexusPlace)[];
};

/** Books from earlier releases do not contain this file. */
export function readFilingTerms(file: JsonRecord): FilingTermsBook {
  const rows = (name: string) => asList(file[name] ?? [], name).map((row) => asRecord(row, name));
  return {
    discounts: rows('discounts').map((row) => ({
      ...readOfReturns(row, 'discount'),
      tiers: asList(row.tiers, 'tiers').map((tier) => {
        const [rate, upTo] = asList(tier, 'tier');
        return { rate: decimal(asText(rate, 'tier')), upTo: amountOf(upTo) };
      }),
      levels: asOneOf(['STATE', 'ALL'], row.levels, 'discount'),
      atLeast: amountOf(row.atLeast),
      atMost: amountOf(row.atMost),
      atMostPerMonth: amountOf(row.atMostPerMonth),
      localRate: amountOf(row.localRate),
      condition: asTextOrNull(row.condition, 'discount'),
      source: asSource(row.source, 'discount').name,
    })),
    prepayments: rows('prepayments').map((row) => ({
      ...readOfReturns(row, 'prepayment'),
      rule: asText(row.rule, 'prepayment'),
      source: asSource(row.source, 'prepayment').name,
    })),
  };
}

export function filingTermsAt({ discounts, prepayments }: FilingTermsBook, place: NexusPlace): FilingTerms {
  return { discounts: rowsAt(discounts, place), prepayments: rowsAt(prepayments, place) };
}

const amountOf = (value: unknown) => {
  const text = asTextOrNull(value, 'amount');
  return text === null ? null : decimal(text);
};
