import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { CalculationOptions, DocumentToAssess } from '../../../src/tax/model/assessment.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import { aDocument, aFee, anItem, aPlace, defaultOptions, untaxedRule } from '../../support/tax-builders.ts';

type Choice = Partial<CalculationOptions>;

function taxesOf(document: DocumentToAssess, choice: Choice): string[] {
  const { items, shippingFee } = assess({ ...document, options: { ...defaultOptions, ...choice } });
  return [...items, ...(shippingFee ? [shippingFee] : [])].map(({ taxAmount }) => decimalText(taxAmount));
}

const at = (rate: string, ...prices: string[]) => prices.map((price) => anItem({ price, rate }));
const inclusive = { isTaxInclusive: true };

describe('the rounding mode', () => {
  it.each<[string, string, Choice['roundingMode'], string]>([
    ['2.00', '0.0825', 'HALF_UP', '0.17'],
    ['2.00', '0.0825', 'HALF_DOWN', '0.16'],
    ['2.00', '0.0825', 'HALF_EVEN', '0.16'],
    ['2.00', '0.0875', 'HALF_EVEN', '0.18'],
    ['-2.00', '0.0825', 'HALF_UP', '-0.17'],
    ['-2.00', '0.0825', 'HALF_DOWN', '-0.16'],
    ['2.00', '0.0801', 'UP', '0.17'],
    ['2.00', '0.0849', 'DOWN', '0.16'],
    ['-2.00', '0.0849', 'DOWN', '-0.16'],
  ])('taxes %s at %s with %s: %s', (price, rate, roundingMode, tax) => {
    expect(taxesOf(aDocument(at(rate, price)), { roundingMode })).toEqual([tax]);
  });

  it.each([
    ['HALF_DOWN', ['0', '4.93', '0.06']],
    ['HALF_EVEN', ['0', '4.94', '0.06']],
    ['DOWN', ['0', '4.93', '0.06']],
    ['UP', ['0', '4.94', '0.07']],
  ] as const)(
    'applies to the tax: with %s, totals, discounts and fees are still rounded half away from zero',
    (roundingMode, taxes) => {
      // 0.125 is 0.13, 10.125 is 10.13 less 0.13 and 0.13; the tax on 9.87 at 50 %, 4.935, and on 0.13, 0.065, are ties.
      const items = [
        anItem({ price: '0.125', rate: '0' }),
        anItem({ price: '10.125', discount: '0.125', rate: '0.5' }),
      ];
      const fee = aFee('0.125', { rateOfFee: '0.5' });
      const options = { ...defaultOptions, roundingMode };
      const {
        totalItemsAmount,
        totalDiscount,
        items: lines,
        shippingFee,
      } = assess(aDocument(items, { options, shippingFee: fee, transactionLevelDiscount: decimal('0.125') }));
      expect([totalItemsAmount, totalDiscount].map(decimalText)).toEqual(['10.26', '0.13']);
      expect(lines.map((line) => decimalText(line.calculatedTotal))).toEqual(['0.13', '9.87']);
      expect([...lines, shippingFee!].map(({ taxAmount }) => decimalText(taxAmount))).toEqual(taxes);
    },
  );
});

describe('a document with a thousand rates', () => {
  it('has the exact tax, rounded once', () => {
    // 1,000,000.00 plus 10 % and 7 to 7,000 millionths of a percent: 100,000.07 to 100,070.00 of tax.
    const items = Array.from({ length: 1_000 }, (_, index) => {
      const rate = 10_000_000 + 7 * (index + 1);
      return anItem({ price: `${100_000_000 + rate}e-2` }, { manualRate: decimal(`${rate}e-8`) });
    });
    const document = aDocument(items, { ...inclusive, options: { ...defaultOptions, roundingLevel: 'DOCUMENT' } });
    expect(decimalText(assess(document).taxAmount)).toBe('100035035');
  });
});

describe('rounding the net of an inclusive price', () => {
  // 15.75 at 20 % includes 2.625 and leaves 13.125.
  it.each<[Choice, string]>([
    [{ inclusiveRounding: 'TAX', roundingMode: 'HALF_UP' }, '2.63'],
    [{ inclusiveRounding: 'NET', roundingMode: 'HALF_UP' }, '2.62'],
    [{ inclusiveRounding: 'TAX', roundingMode: 'HALF_DOWN' }, '2.62'],
    [{ inclusiveRounding: 'NET', roundingMode: 'HALF_DOWN' }, '2.63'],
    [{ inclusiveRounding: 'TAX', roundingMode: 'HALF_EVEN' }, '2.62'],
    [{ inclusiveRounding: 'NET', roundingMode: 'HALF_EVEN' }, '2.63'],
  ])('with %j: tax %s', (choice, tax) => {
    expect(taxesOf(aDocument(at('0.2', '15.75'), inclusive), choice)).toEqual([tax]);
    expect(taxesOf(aDocument(at('0.2', '-15.75'), inclusive), choice)).toEqual([`-${tax}`]);
  });

  it('changes nothing if prices do not include tax', () => {
    expect(taxesOf(aDocument(at('0.2', '13.125')), { inclusiveRounding: 'NET' })).toEqual(['2.63']);
  });
});

describe('rounding per unit', () => {
  const unit: Choice = { roundingLevel: 'UNIT' };

  it.each<[string, string, Choice, string, string]>([
    ['15.75', '2', unit, '5.26', '2.63 a piece'],
    ['15.75', '2', { ...unit, inclusiveRounding: 'NET' }, '5.24', '2.62 a piece'],
    ['10.01', '0.5', unit, '0.84', '0.835 of one half; 1.67 a piece'],
    ['0.02', '3', unit, '0', '0.0033 a piece'],
  ])('%s x %s inclusive at 20 %% with %j holds %s (%s)', (price, quantity, choice, tax) => {
    expect(taxesOf(aDocument([anItem({ price, quantity, rate: '0.2' })], inclusive), choice)).toEqual([tax]);
  });

  it('uses the price per piece after discounts', () => {
    // 10.00 less 1.00 makes 3.00 a piece of three; 8.25 % of it is 0.2475.
    const item = anItem({ price: '3.3333', quantity: '3', discount: '1', rate: '0.0825' });
    expect(taxesOf(aDocument([item]), unit)).toEqual(['0.75']);
  });

  it('leaves an untaxed line untaxed where its price does not divide', () => {
    const item = anItem({ total: '10', quantity: '3' }, { rule: untaxedRule });
    expect(taxesOf(aDocument([item], inclusive), { ...unit, inclusiveRounding: 'NET' })).toEqual(['0']);
  });
});

describe('rounding the document', () => {
  const whole: Choice = { roundingLevel: 'DOCUMENT' };
  const perRate: Choice = { roundingLevel: 'DOCUMENT_PER_RATE' };

  it('includes the shipping fee', () => {
    // Four times 0.3675 is 1.47.
    const document = aDocument(at('0.0875', '4.20', '4.20', '4.20'), {
      shippingFee: aFee('4.20', { rateOfFee: '0.0875' }),
    });
    expect(taxesOf(document, whole)).toEqual(['0.37', '0.37', '0.37', '0.36']);
  });

  it('rounds each rate separately on request', () => {
    // 0.735 at 8.75 % and 0.1665 at 5 % are 0.74 and 0.17; together 0.9015 is 0.90.
    const document = aDocument([...at('0.0875', '4.20', '4.20'), ...at('0.05', '3.33')]);
    expect(taxesOf(document, perRate)).toEqual(['0.37', '0.37', '0.17']);
    expect(taxesOf(document, whole)).toEqual(['0.37', '0.37', '0.16']);
  });

  it('gives an untaxed line no share', () => {
    expect(taxesOf(aDocument([...at('0.0875', '4.20'), ...at('0', '4.20')]), whole)).toEqual(['0.37', '0']);
  });

  it('splits returned lines apart from sold ones, and mirrors them', () => {
    // 0.735 sold rounds to 0.74. The total of 0.3675 rounds to 0.37, so the 0.3675 returned gets the difference, 0.37.
    const prices = ['4.20', '4.20', '-4.20'];
    expect(taxesOf(aDocument(at('0.0875', ...prices)), whole)).toEqual(['0.37', '0.37', '-0.37']);
    expect(taxesOf(aDocument(at('0.0875', '-4.20', '-4.20', '4.20')), whole)).toEqual(['-0.37', '-0.37', '0.37']);
  });

  it('keeps the tax of large lines that nearly cancel out', () => {
    const document = aDocument(at('0.1', '1000.04', '-1000.01'));
    expect(taxesOf(document, whole)).toEqual(['100', '-100']);
  });

  it('sums the exact taxes inside prices of different rates', () => {
    // 5.00 at 20 % includes 0.8333..., 5.00 at 5 % includes 0.2380...: 1.0714... in total.
    const document = aDocument([...at('0.2', '5.00'), ...at('0.05', '5.00')], inclusive);
    expect(taxesOf(document, whole)).toEqual(['0.83', '0.24']);
  });
});

describe('rounding by law', () => {
  const byLaw: Choice = { roundingLevel: 'BY_LAW' };
  const rounding = { level: 'DOCUMENT_PER_RATE', source: 'test' } as const;
  const perRate = { ...aPlace('0.1'), country: 'JP', rounding };
  const yen = { minorUnit: 0, place: perRate };

  it.each<[Choice['roundingMode'], string[]]>([
    ['HALF_UP', ['1', '1', '0']],
    ['DOWN', ['1', '0', '0']],
    ['UP', ['1', '1', '0']],
  ])('rounds the tax at each rate once where the country prescribes it: %s', (roundingMode, taxes) => {
    // Three lines of 5 yen at 10 % have a tax of 1.5 yen.
    const document = aDocument(at('0.1', '5', '5', '5'), yen);
    expect(taxesOf(document, { ...byLaw, roundingMode })).toEqual(taxes);
    const refund = aDocument(at('0.1', '-5', '-5', '-5'), yen);
    expect(taxesOf(refund, { ...byLaw, roundingMode })).toEqual(taxes.map((tax) => (tax === '0' ? tax : `-${tax}`)));
  });

  it('includes the shipping fee, and keeps rates apart', () => {
    // 10 % of 104 is 10.4; 8 % of 55 is 4.4.
    const items = [...at('0.1', '52'), ...at('0.08', '18', '37')];
    const document = aDocument(items, { ...yen, shippingFee: aFee('52', { rateOfFee: '0.1' }) });
    expect(taxesOf(document, byLaw)).toEqual(['5', '1', '3', '5']);
  });

  it('subtracts the tax from prices that include it', () => {
    // 10/110 of 4 × 107 is 38.9; of each line 9.73, which would be 40 together.
    const document = aDocument(at('0.1', '107', '107', '107', '107'), { ...yen, ...inclusive });
    expect(taxesOf(document, byLaw)).toEqual(['10', '10', '10', '9']);
    expect(taxesOf(document, { ...byLaw, roundingMode: 'DOWN' })).toEqual(['10', '10', '9', '9']);
  });

  it('rounds the places of that country together, and lines elsewhere by themselves', () => {
    const alsoThere = { place: { ...perRate, subdivision: 'JP-27' }, isCollecting: true };
    const elsewhere = { place: { ...aPlace('0.1'), country: 'KR' }, isCollecting: true };
    const items = [undefined, alsoThere, elsewhere, elsewhere].map((place) => anItem({ price: '5' }, { at: place }));
    expect(taxesOf(aDocument(items, yen), byLaw)).toEqual(['1', '0', '1', '1']);
  });

  it('rounds each line where no law prescribes a level, and as the account says where it chooses one', () => {
    const prices = at('0.1', '5', '5', '5');
    expect(taxesOf(aDocument(prices, { minorUnit: 0, place: aPlace('0.1') }), byLaw)).toEqual(['1', '1', '1']);
    expect(taxesOf(aDocument(prices, yen), { roundingLevel: 'LINE' })).toEqual(['1', '1', '1']);
  });

  it('reports only a tax at a rate that rounds to zero', () => {
    const options = { ...defaultOptions, ...byLaw };
    const noticesOf = (...prices: string[]) =>
      assess(aDocument(at('0.1', ...prices), { ...yen, options })).notices.map(({ pointer }) => pointer);
    expect(noticesOf('5', '5', '5')).toEqual([]);
    expect(noticesOf('2', '2')).toEqual(['/items/0', '/items/1']);
  });
});
