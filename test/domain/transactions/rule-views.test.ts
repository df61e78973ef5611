import { expect, it } from 'vitest';
import { jurisdictionalSalesTaxRules } from '../../../src/domain/transactions/rule-views.ts';
import type { SnapshotRate, SnapshotRule } from '../../../src/domain/transactions/transaction-snapshot.ts';
import { amount, aSnapshot } from '../../support/records.ts';

it('keeps two cities of one name apart', () => {
  const rate = (id: string, name: string) =>
    ({ jurisdiction: { id, code: id, name, level: 'CITY' }, rate: amount('0.01') }) as unknown as SnapshotRate;
  const parts = [0, 1, 2].map((index) => ({
    rate: index,
    isTaxable: true,
    isSpecial: false,
    calculationType: 'PERCENTAGE',
    calculationValue: amount(`0.0${index + 1}`),
  }));
  const snapshot = aSnapshot({
    rates: [rate('1', 'Springfield'), rate('2', 'Springfield'), rate('3', 'Salem')],
    rules: [{ description: 'General goods', parts } as unknown as SnapshotRule],
  });
  const { cities } = jurisdictionalSalesTaxRules(snapshot, { rule: 0 });
  const values = Object.entries(cities!).map(([name, rule]) => [name, rule.name, rule.calculationValue]);
  expect(values).toEqual([
    ['Springfield (1)', 'Springfield', '0.01'],
    ['Springfield (2)', 'Springfield', '0.02'],
    ['Salem', 'Salem', '0.03'],
  ]);
});
