import { describe, expect, it } from 'vitest';
import { queryText } from '../../../src/web/console/base/router.ts';
import { differencesOf, type Quote } from '../../../src/web/console/views/try/quote.ts';
import { askedOf, readVariant, writeVariant } from '../../../src/web/console/views/try/variant.ts';

const codes = [
  { code: 'C1S1', name: 'General goods', category: 'general' },
  { code: 'C1S2', name: 'Clothing', category: 'clothing' },
];
const variantOf = (text: string) => readVariant(new URLSearchParams(text));
const inputOf = (text: string) => {
  const asked = askedOf(variantOf(text), codes);
  return asked.kind === 'ask' ? asked.input : asked.text;
};
const minneapolis = { country: 'US', state: null, zip: '55401', city: null, street: null, isPartial: true };

describe('what is asked as one types', () => {
  it('is a document of what the address holds', () => {
    expect(inputOf('place=55401&day=2026-07-01&items=clothing:2:19.90:1.5,:1:,C1S1::7&ship=4,50&incl=1')).toEqual({
      shippingAddress: minneapolis,
      taxDate: '2026-07-01',
      isTaxInclusive: true,
      shippingFee: { totalPrice: '4.50', taxCode: 'C6S1' },
      items: [
        { name: 'Clothing', taxCode: 'C1S2', quantity: '2', unitPrice: '19.90', discount: '1.5' },
        { name: 'General goods', taxCode: 'C1S1', quantity: '1', unitPrice: '7' },
      ],
    });
  });

  it('has a stored customer, or one of a type', () => {
    const of = (text: string) => inputOf(`place=55401&items=:1:5&${text}`);
    expect(of('type=RESELLER')).toMatchObject({ customer: { described: { customerType: 'RESELLER' } } });
    expect(of('type=RESELLER&customer=abc')).toMatchObject({ customerId: 'abc' });
    expect(of('type=KING')).not.toHaveProperty('customer');
  });

  it.each([
    ['19,90', '19.90'],
    ['1,000', '1000'],
    ['-1,234,567.50', '-1234567.50'],
    ['1.000,50', null],
  ])('has the amount %s as %s', (price, amount) => {
    const items = [{ code: '', quantity: '1', price, discount: '' }];
    const text = queryText(writeVariant({ ...variantOf('place=55401'), items }));
    const asked = askedOf(variantOf(text), codes);
    expect(asked.kind === 'ask' ? asked.input.items![0]!.unitPrice : null).toBe(amount);
  });

  it.each([
    ['place=55401&items=xyzzy:1:5', 'No tax code matches “xyzzy”.'],
    ['items=:1:5', 'Enter the destination: a ZIP code, an address or a country.'],
    ['place=Atlantis&items=:1:5', /^Place not found/],
    ['place=55401', 'Enter the price of an item.'],
    ['place=55401&items=:1:5x', 'Enter amounts such as 19.90.'],
    ['place=55401&items=:1:1e9', 'Enter amounts such as 19.90.'],
  ])('is missing something: %s', (text, message) => {
    expect(inputOf(text)).toMatch(message);
  });
});

describe('the second variant', () => {
  const first = variantOf('place=55401&items=C1S2:1:100&ship=5');
  const readSecond = (text: string) => readVariant(new URLSearchParams(text), first);

  it('is the first, but for what the address says of it', () => {
    expect(readSecond('place=ignored')).toEqual(first);
    expect(readSecond('if-place=10001')).toEqual({ ...first, place: '10001' });
  });

  it('is written as what differs, also where a field is emptied', () => {
    expect(queryText(writeVariant({ ...first, place: '10001' }, first))).toBe('?if-place=10001');
    const emptied = queryText(writeVariant({ ...first, ship: '' }, first));
    expect(readSecond(emptied).ship.trim()).toBe('');
    expect(queryText(writeVariant(first, first))).toBe('');
  });

  it('follows the first where it is the same', () => {
    const text = queryText(writeVariant({ ...first, place: '10001' }, first));
    const other = { ...first, ship: '9' };
    expect(readVariant(new URLSearchParams(text), other)).toEqual({ ...other, place: '10001' });
  });
});

it('the first variant is written so that reading gives it back', () => {
  const text = 'place=Austin, TX 78701&items=C1S2:2:19.90:1,C1S1:1:7,:1&day=2026-07-01&customer=abc';
  const variant = variantOf(text);
  expect(variantOf(queryText(writeVariant(variant)))).toEqual(variant);
});

it('differences are exact, by total, line and jurisdiction', () => {
  const quote = (total: string, tax: string, rate: string, lines: [name: string, tax: string, by: string][]) =>
    ({
      finalTransactionAmount: total,
      salesTax: { amount: tax, rate },
      items: lines.map(([name, taxAmount, by]) => ({
        name,
        taxAmount,
        taxLines: [{ jurisdiction: { jurisdictionId: by, name: by }, taxAmount }],
      })),
      shippingFee: null,
    }) as unknown as Quote;
  const now = quote('110.30', '10.30', '0.1', [
    ['A', '0.10', 'MN'],
    ['B', '10.20', 'MN'],
  ]);
  const then = quote('108.20', '8.20', '0.08', [
    ['A', '0.10', 'NY'],
    ['B', '8.10', 'NY'],
  ]);
  expect(differencesOf(now, then).map(({ what, difference }) => [what, difference])).toEqual([
    ['Total', '-2.10'],
    ['Tax', '-2.10'],
    ['Rate', '-0.02'],
    ['B', '-2.10'],
    ['MN', '-10.30'],
    ['NY', '8.20'],
  ]);
  expect(differencesOf(now, now)).toEqual([]);
});
