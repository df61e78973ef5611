import { expect, it } from 'vitest';
import { readAmount } from '../../../src/web/console/format/decimal-text.ts';
import { type FormLine, formTables, valueText } from '../../../src/web/console/views/return/form-tables.ts';
import { paymentOf } from '../../../src/web/console/views/return/return-key.ts';

const box = (form: string, name: string, value: string | null): FormLine => ({
  form,
  box: name,
  label: `Label of ${name}`,
  value,
  currency: 'USD',
  decimalPlaces: 0,
  jurisdiction: null,
});
const cell = (place: string, name: string, value: string | null): FormLine => ({
  ...box('01-116', name, value),
  ...(name === '1' && { currency: null, decimalPlaces: null }),
  jurisdiction: { jurisdictionId: `TX-${place}`, name: place },
});

it('takes prepayments in several spellings, and no other text', () => {
  const read = (text: string) => paymentOf(new URLSearchParams(text));
  expect(read('prepaid=1,000.50&filedOn=2026-07-20')).toEqual({
    ...{ filedOn: '2026-07-20', prepaidAmount: '1000.50', prepaidLocalAmount: null },
  });
  expect([read('prepaid=abc'), read('prepaid=5&local=-')]).toEqual([null, null]);
});

it('has its boxes in order, and the cells of its schedule as rows', () => {
  const lines = [
    box('01-114', '1', '23868'),
    box('01-114', '3', null),
    cell('Austin', '1', 'Austin'),
    cell('Austin', '3', '3469'),
    cell('Houston', '1', 'Houston'),
    cell('Houston', '3', null),
  ];
  const [form, schedule, ...others] = formTables(lines);
  expect(others).toEqual([]);
  expect(form?.boxes.map(({ box, value }) => [box, value])).toEqual([
    ['1', '23868'],
    ['3', null],
  ]);
  expect([form?.columns, form?.rows]).toEqual([[], []]);
  expect(schedule?.boxes).toEqual([]);
  expect(schedule?.columns.map(({ box }) => box)).toEqual(['1', '3']);
  const rows = schedule?.rows.map(({ values, ...row }) => ({ ...row, values: values.map(valueText) }));
  expect(rows).toEqual([
    { key: 'TX-Austin', name: 'Austin', values: ['Austin', '$3,469'] },
    { key: 'TX-Houston', name: 'Houston', values: ['Houston', null] },
  ]);
  expect(valueText({ value: '175.6', currency: 'USD', decimalPlaces: 2 })).toBe('$175.60');
});

it.each([
  ['', null],
  ['  ', null],
  ['737.75', '737.75'],
  ['1,234.50', '1234.50'],
  ['19,90', '19.90'],
  ['1 234.5', '1234.5'],
  ['−12', '-12'],
  ['1.234,50', undefined],
  ['1e3', undefined],
  ['ten', undefined],
])('the amount paid %j is %s', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
