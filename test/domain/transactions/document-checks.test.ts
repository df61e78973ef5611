import { describe, expect, it } from 'vitest';
import { documentChecks } from '../../../src/domain/transactions/document-checks.ts';
import { documentIssues } from '../../../src/tax/document-issues.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { recorded } from '../../support/recorded.ts';
import { amount } from '../../support/records.ts';
import { forMany, someDocument } from '../../support/tax-arbitraries.ts';
import { aDocument, aFee, anItem } from '../../support/tax-builders.ts';

describe('documentChecks', () => {
  it('names every sum with both of its sides', () => {
    const { document, snapshot } = recorded(
      aDocument([anItem({ price: '50' })], { transactionLevelDiscount: decimal('4'), shippingFee: aFee('7') }),
    );
    const checks = documentChecks(document, snapshot);
    expect(checks.map(({ name, pointer, expected, actual }) => `${name} ${pointer} ${expected} = ${actual}`)).toEqual([
      'NET_PLUS_TAX_IS_GROSS /items/0 48.76 = 48.76',
      'TAX_LINES_SUM_TO_LINE /items/0 2.76 = 2.76',
      'NET_PLUS_TAX_IS_GROSS /shippingFee 7.42 = 7.42',
      'TAX_LINES_SUM_TO_LINE /shippingFee 0.42 = 0.42',
      'LINES_SUM_TO_DOCUMENT  3.18 = 3.18',
      'SHARES_SUM_TO_DISCOUNT /transactionLevelDiscount 4 = 4',
      'TOTAL_IS_SUM /finalTransactionAmount 56.18 = 56.18',
    ]);
    expect(checks.every(({ passed }) => passed)).toBe(true);
  });

  it('hold for any stored document', () => {
    const sound = someDocument.filter((document) => documentIssues(document).length === 0);
    forMany(sound, 200, (toAssess) => {
      const { document, snapshot } = recorded(toAssess);
      expect(documentChecks(document, snapshot).filter(({ passed }) => !passed)).toEqual([]);
    });
  });

  it('detects a tampered figure', () => {
    const { document, snapshot } = recorded(aDocument([anItem({ price: '50' })]));
    const [item] = document.items;
    const wrong = { ...document, items: [{ ...item!, taxAmount: amount('2.99') }] };
    const broken = documentChecks(wrong, snapshot).filter(({ passed }) => !passed);
    expect(broken.map(({ name, expected, actual }) => [name, expected, actual])).toEqual([
      ['TAX_LINES_SUM_TO_LINE', '2.99', '3'],
      ['LINES_SUM_TO_DOCUMENT', '3', '2.99'],
    ]);
  });
});
