import { describe, expect, it } from 'vitest';
import { assess } from '../../src/tax/assess.ts';
import { allSums, holds } from '../../src/tax/checks.ts';
import type { AssessedLine, Assessment } from '../../src/tax/model/assessment.ts';
import { decimal } from '../../src/tax/numbers/decimal.ts';
import { wrongSums } from '../support/added-sums.ts';
import { aDocument, aFee, anItem } from '../support/tax-builders.ts';

const document = aDocument([anItem({ price: '50' }), anItem({ price: '20' })], {
  transactionLevelDiscount: decimal('4'),
  shippingFee: aFee('7'),
});
const sound = assess(document);
const wrong = decimal('0.01');

function withSecondItem(change: Partial<AssessedLine>): Assessment {
  return { ...sound, items: [sound.items[0]!, { ...sound.items[1]!, ...change }] };
}

const brokenSums = (assessment: Assessment) => allSums(document, assessment).filter((check) => !holds(check));

describe('allSums', () => {
  it('holds for a sound assessment', () => {
    expect(brokenSums(sound)).toEqual([]);
  });

  it.each<[string, Assessment, string[]]>([
    ['a tax line', withSecondItem({ taxLines: [] }), ['TAX_LINES_SUM_TO_LINE /items/1']],
    ['a net amount', withSecondItem({ netAmount: wrong }), ['NET_PLUS_TAX_IS_GROSS /items/1']],
    [
      'a share',
      withSecondItem({ relativeTransactionDiscount: wrong }),
      ['SHARES_SUM_TO_DISCOUNT /transactionLevelDiscount'],
    ],
    ['a base', withSecondItem({ calculatedTotal: wrong }), ['TOTAL_IS_SUM /finalTransactionAmount']],
    [
      'the tax of shipping',
      { ...sound, shippingFee: { ...sound.shippingFee!, taxAmount: wrong } },
      ['NET_PLUS_TAX_IS_GROSS /shippingFee', 'TAX_LINES_SUM_TO_LINE /shippingFee', 'LINES_SUM_TO_DOCUMENT '],
    ],
    ['the total', { ...sound, finalTransactionAmount: wrong }, ['TOTAL_IS_SUM /finalTransactionAmount']],
  ])('finds the sums that a wrong figure breaks: %s', (_name, assessment, broken) => {
    expect(wrongSums(document, assessment)).not.toEqual([]);
    expect(brokenSums(assessment).map(({ name, pointer }) => `${name} ${pointer}`)).toEqual(broken);
  });
});
