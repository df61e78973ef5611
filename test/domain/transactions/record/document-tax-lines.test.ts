import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DecimalText } from '../../../../src/domain/base/amount.ts';
import { documentTaxLines } from '../../../../src/domain/transactions/record/document-tax-lines.ts';
import type {
  SnapshotLine,
  SnapshotRate,
  TransactionSnapshot,
} from '../../../../src/domain/transactions/transaction-snapshot.ts';
import { taxReasons } from '../../../../src/tax/model/reasons.ts';
import { decimal, decimalText, sum } from '../../../../src/tax/numbers/decimal.ts';
import { forMany } from '../../../support/tax-arbitraries.ts';

const rates = (
  [
    ['DE', 'COUNTRY'],
    ['CA-BC', 'REGION'],
    ['ES-CN', 'REGION'],
    ['MN', 'STATE'],
  ] as const
).map(([id, level]): SnapshotRate => {
  const jurisdiction = { id, level, name: id, code: 'VAT', fips: null, districtOf: null };
  return { jurisdiction, rate: text('0.19'), validFrom: null, validThrough: null, source: 'A law' };
});

function text(value: string): DecimalText {
  return value as DecimalText;
}

const someCents = fc
  .integer({ min: -99_999, max: 99_999 })
  .map((cents) => text(decimalText(decimal(String(cents)).div(100))));
const someReason = fc.constantFrom(...taxReasons);
const someTaxLine = fc.record({
  rate: fc.nat({ max: rates.length - 1 }),
  appliedRate: fc.constantFrom(text('0'), text('0.07'), text('0.19')),
  taxableAmount: someCents,
  exemptAmount: someCents,
  taxAmount: someCents,
  reason: someReason,
  certificateId: fc.constant(null),
  exempted: fc.option(fc.record({ amount: someCents, reason: someReason }), { nil: undefined }),
});
const someSupply = fc.constantFrom<SnapshotLine['supply']>(
  { kind: 'TAXED' },
  { kind: 'EXPORT', sentence: 'An export.' },
  { kind: 'IMPORT_AT_BORDER', sentence: null },
);
const someLine = fc.record({ rule: fc.constant(0), supply: someSupply, taxLines: fc.array(someTaxLine) });

type Amounts = { readonly taxableAmount: string; readonly exemptAmount: string; readonly taxAmount: string };
const total = (parts: readonly Amounts[]) =>
  (['taxableAmount', 'exemptAmount', 'taxAmount'] as const).map((name) =>
    decimalText(sum(parts.map((part) => decimal(part[name])))),
  );

it('loses nothing of a jurisdiction, and has one line for each category and rate', () => {
  forMany(fc.array(someLine, { maxLength: 6 }), 500, (items) => {
    const lines = documentTaxLines({ rates, items, shippingFee: null } as unknown as TransactionSnapshot);
    for (const [index, { jurisdiction }] of rates.entries()) {
      const frozen = items.flatMap(({ taxLines }) => taxLines).filter(({ rate }) => rate === index);
      const shown = lines.filter(({ from }) => from.jurisdiction.id === jurisdiction.id);
      expect(total(shown)).toEqual(total(frozen));
      const keys = shown.map(({ vatCategory, appliedRate, reason }) =>
        vatCategory === null && appliedRate === '0' ? reason : `${vatCategory} ${appliedRate}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

it('explains each untaxed line with a category, and no taxed one', () => {
  forMany(fc.array(someLine, { maxLength: 6 }), 200, (items) => {
    const lines = documentTaxLines({ rates, items, shippingFee: null } as unknown as TransactionSnapshot);
    for (const { vatCategory, exemptionCode, exemptionText, appliedRate } of lines) {
      const isExplained = vatCategory !== null && !['S', 'Z', 'L', 'M'].includes(vatCategory);
      expect(exemptionText !== null).toBe(isExplained);
      if (exemptionCode !== null) expect([isExplained, appliedRate]).toEqual([true, '0']);
      if (vatCategory === 'S') expect(appliedRate).not.toBe('0');
    }
  });
});
