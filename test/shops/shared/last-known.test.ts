import { describe, expect, it } from 'vitest';
import type { Quote, QuotedLine, QuoteInput } from '../../../src/shops/client/entrance.ts';
import { createLastKnown } from '../../../src/shops/shared/last-known.ts';
import { ratesOf, unroundedRatesOf } from '../../../src/shops/shared/line-rates.ts';

const minnesota = { jurisdictionId: 'US-MN', name: 'Minnesota', level: 'STATE' };

/** A line for an item with this price, at the state's 6.875 %. */
function line(calculatedTotal: string, taxAmount: string, reason = 'TAXED'): QuotedLine {
  const taxLine = {
    taxAmount,
    taxableAmount: calculatedTotal,
    appliedRate: '0.06875',
    reason,
    jurisdiction: minnesota,
  };
  return { calculatedTotal, taxAmount, taxRate: '0.06875', reason, taxLines: [taxLine] };
}
const quoteOf = (lines: QuotedLine[], shippingFee: QuotedLine | null = null) =>
  ({ items: lines.map((one) => ({ name: 'Lamp', taxCode: 'C1S1', ...one })), shippingFee }) as unknown as Quote;
/** A line with 0.50 of tax, which is not a percentage. */
const unitTax = (calculatedTotal: string): QuotedLine => {
  const taxed = line(calculatedTotal, '0.50');
  return { ...taxed, taxLines: [{ ...taxed.taxLines[0]!, appliedRate: '0' }] };
};
const ada = { id: 'ada' };
const cart = (unitPrice: string, more: Partial<QuoteInput> = {}): QuoteInput => ({
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice }],
  shippingAddress: { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401' },
  ...more,
});

describe('the rates of a line', () => {
  it('list each jurisdiction with its legal rate, and the percentage that results in the tax', () => {
    // 6.875 % of 9.99 is 0.6868, which is 0.69: 6.90690… % of 9.99.
    const [rate] = ratesOf(line('9.99', '0.69'), false);
    expect(rate).toMatchObject({ name: 'Minnesota', jurisdictionId: 'US-MN', legalPercent: 6.875, reason: 'TAXED' });
    expect(rate!.percent).toBeCloseTo(6.90690690690691, 12);
  });

  it('are of the net price if prices include tax', () => {
    // 10.69 includes 0.69.
    expect(ratesOf(line('10.69', '0.69'), true)[0]!.percent).toBeCloseTo(6.9, 12);
  });

  it('name the taxed part of a shipping fee over goods of several rates', () => {
    // 2 of the 6 for a book at 7 %, 4 for a lamp at 19 %.
    const [part] = line('6', '0.90').taxLines;
    const taxLines = [
      { ...part!, taxAmount: '0.14', taxableAmount: '2', appliedRate: '0.07' },
      { ...part!, taxAmount: '0.76', taxableAmount: '4', appliedRate: '0.19' },
    ];
    const bases = ratesOf({ ...line('6', '0.90'), taxLines }, false).map(({ legalPercent, taxedPercent }) => [
      legalPercent,
      Math.round(600 * taxedPercent) / 100,
    ]);
    expect(bases).toEqual([
      [7, 200],
      [19, 400],
    ]);
  });

  it('are none if no tax is charged', () => {
    expect(ratesOf(line('80', '0', 'PRODUCT_EXEMPT'), false)).toEqual([]);
  });

  it('before rounding result in the exact tax of another amount, including ties', () => {
    const [rate] = unroundedRatesOf(line('9.99', '0.69'), false);
    // 6.875 % of 1.20 is 0.0825; of 2.00 it is 0.1375.
    expect(Math.round(120 * rate!.percent) / 100).toBe(8.25);
    expect(rate!.percent).toBeGreaterThanOrEqual(6.875);
    expect(rate!.percent).toBeCloseTo(6.875, 9);
  });

  it('of a fee for each unit are those of this line', () => {
    expect(unroundedRatesOf(unitTax('10'), false)[0]!.percent).toBe(5);
  });
});

describe('what the gateway said last', () => {
  it('is the very figures for an equal cart, and the rates of its tax codes for another at the place', () => {
    const known = createLastKnown();
    const quote = quoteOf([line('100', '6.88')]);
    known.remember(cart('100'), quote, null);
    expect(known.recall(cart('100'), ada)).toEqual({ kind: 'quote', quote });
    const other = known.recall(cart('50'), null);
    expect(other?.kind).toBe('rates');
    expect(other?.kind === 'rates' && other.rates({ taxCode: 'C1S1' })[0]).toMatchObject({
      name: 'Minnesota',
      legalPercent: 6.875,
    });
  });

  it('is unknown elsewhere, and for a tax code that it has not seen there', () => {
    const known = createLastKnown();
    known.remember(cart('100'), quoteOf([line('100', '6.88')]), null);
    const elsewhere = { country: 'US', state: 'MN', city: 'Duluth', zip: '55802' };
    expect(known.recall(cart('50', { shippingAddress: elsewhere }), null)).toBeNull();
    const coat = { name: 'Coat', taxCode: 'C1S2', unitPrice: '80' };
    expect(known.recall(cart('50', { items: [...cart('50').items!, coat] }), null)).toBeNull();
  });

  it.each([
    ['CUSTOMER_EXEMPT', 'a certificate'],
    ['CUSTOMER_PARTLY_EXEMPT', 'a certificate for some of the price'],
    ['CUSTOMER_TYPE', 'an exempt type'],
    ['MARKETPLACE', 'a type that collects the tax'],
    ['REVERSE_CHARGE', 'a VAT number, for services'],
    ['INTRA_COMMUNITY', 'a VAT number, for goods'],
    ['EXPORT', 'a number of the country of import'],
    ['ADDED_LATER', 'something that these releases do not know'],
  ])('with reason %s is for no other buyer: it may be due to %s', (reason) => {
    const known = createLastKnown();
    const quote = quoteOf([line('100', '0', reason)]);
    const { rates: own, isPersonal } = known.remember(cart('100'), quote, ada);
    expect([own, isPersonal]).toEqual([{ C1S1: [] }, true]);
    for (const other of [null, { id: 'bob' }])
      for (const price of ['100', '50']) expect(known.recall(cart(price), other)).toBeNull();
    expect(known.recall(cart('100'), ada)).toEqual({ kind: 'quote', quote });
    const recalled = known.recall(cart('50'), ada, own);
    expect(recalled?.kind === 'rates' && recalled.rates({ taxCode: 'C1S1' })).toEqual([]);
  });

  it('is for no other buyer if a certificate exempts from the tax of one jurisdiction', () => {
    const known = createLastKnown();
    const taxed = line('100', '6.88');
    const exempt = { ...taxed.taxLines[0]!, taxAmount: '0', reason: 'CUSTOMER_EXEMPT' };
    known.remember(cart('100'), quoteOf([{ ...taxed, taxLines: [...taxed.taxLines, exempt] }]), ada);
    expect(known.recall(cart('100'), null)).toBeNull();
  });

  it('of a buyer is replaced once the buyer is taxed like others', () => {
    const known = createLastKnown();
    known.remember(cart('100'), quoteOf([line('100', '0', 'CUSTOMER_EXEMPT')]), ada);
    const quote = quoteOf([line('100', '6.88')]);
    known.remember(cart('100'), quote, ada);
    expect(known.recall(cart('100'), ada)).toEqual({ kind: 'quote', quote });
  });

  it('of a tax holiday is for no other day, and for other buyers on that day', () => {
    const known = createLastKnown();
    const usual = quoteOf([line('100', '6.88')]);
    known.remember(cart('100', { taxDate: '2026-07-31' }), usual, ada);
    const holiday = quoteOf([line('100', '0', 'HOLIDAY')]);
    expect(known.remember(cart('100', { taxDate: '2026-08-01' }), holiday, ada)).toMatchObject({
      isPersonal: false,
      onlyOn: '2026-08-01',
    });
    const recalledOn = (taxDate: string, buyer: typeof ada | null) => known.recall(cart('100', { taxDate }), buyer);
    expect(recalledOn('2026-08-01', ada)).toEqual({ kind: 'quote', quote: holiday });
    expect(recalledOn('2026-08-01', null)).toEqual({ kind: 'quote', quote: holiday });
    expect(recalledOn('2026-08-03', ada)).toEqual({ kind: 'quote', quote: usual });
    expect(known.recall(cart('50', { taxDate: '2026-08-01' }), null)).toMatchObject({ kind: 'rates' });
  });

  it.each([
    ['a threshold', line('200', '13.75', 'ABOVE_THRESHOLD'), line('80', '0', 'BELOW_THRESHOLD')],
    ['a tax per unit', unitTax('200'), unitTax('80')],
  ])('with %s is kept for each price of a tax code', (_, dear, cheap) => {
    const coat = (unitPrice: string, quantity = '1') => ({ name: 'Coat', taxCode: 'C1S2', unitPrice, quantity });
    const items = [coat('200'), coat('80')];
    const { rates } = createLastKnown().remember(cart('', { items }), quoteOf([dear, cheap]), null);
    const changed = [coat('80', '3'), coat('200')];
    const recalled = createLastKnown().recall(cart('', { items: changed }), null, rates);
    const percents = changed.map((one) => recalled?.kind === 'rates' && recalled.rates(one)[0]?.percent);
    const percentOf = (of: QuotedLine) => unroundedRatesOf(of, false)[0]?.percent;
    expect(percents).toEqual([percentOf(cheap), percentOf(dear)]);
    expect(createLastKnown().recall(cart('', { items: [coat('120')] }), null, rates)).toBeNull();
  });

  it('below a threshold is for no other price', () => {
    const known = createLastKnown();
    const quote = quoteOf([line('100', '0', 'BELOW_THRESHOLD')]);
    known.remember(cart('100'), quote, ada);
    expect(known.recall(cart('100'), null)).toEqual({ kind: 'quote', quote });
    expect(known.recall(cart('200'), null)).toBeNull();
  });

  it('is known for a product whose code the gateway has told, and for no other', () => {
    const known = createLastKnown();
    const naming = (product: string) => ({ name: product, product, productSource: '3', unitPrice: '50' });
    // Both have the same code in the gateway.
    for (const product of ['SKU-1', 'SKU-2'])
      known.remember(cart('100', { items: [naming(product)] }), quoteOf([line('100', '6.88')]), null);
    const duluth = { shippingAddress: { country: 'US', state: 'MN', city: 'Duluth', zip: '55802' } };
    const sold = cart('80', { ...duluth, items: [naming('SKU-1')] });
    const own = known.remember(sold, quoteOf([line('80', '5.50')]), null).rates;
    const recalled = known.recall(cart('50', { ...duluth, items: [naming('SKU-2')] }), null);
    expect(recalled?.kind === 'rates' && recalled.rates(naming('SKU-2'))[0]).toMatchObject({ legalPercent: 6.875 });
    expect(known.recall(cart('50', { ...duluth, items: [naming('SKU-3')] }), null)).toBeNull();
    // A cart keeps its own rates, also for a process that has none.
    expect(createLastKnown().recall(cart('50', { ...duluth, items: [naming('SKU-1')] }), null, own)?.kind).toBe(
      'rates',
    );
  });

  it('of shipping depends on the goods that it is taxed with', () => {
    const known = createLastKnown();
    const shippingFee = { taxCode: 'C6S1', totalPrice: '14' };
    known.remember(cart('100', { shippingFee }), quoteOf([line('100', '6.88')], line('14', '0.96')), null);
    expect(known.recall(cart('50', { shippingFee }), null)?.kind).toBe('rates');
    const coats = [{ name: 'Coat', taxCode: 'C1S2', unitPrice: '80' }];
    known.remember(cart('80', { items: coats }), quoteOf([line('80', '0', 'PRODUCT_EXEMPT')]), null);
    expect(known.recall(cart('50', { items: coats, shippingFee }), null)).toBeNull();
  });
});
