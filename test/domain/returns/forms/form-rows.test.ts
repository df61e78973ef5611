import { expect, it } from 'vitest';
import { type FormFigures, rowsOf } from '../../../../src/domain/returns/forms/form-rows.ts';
import { decimal } from '../../../../src/tax/numbers/decimal.ts';

const figures = (id: string, level: 'COUNTY' | 'CITY', taxable: string, tax: string) =>
  ({ jurisdiction: { id, level, name: id }, taxable: decimal(taxable), tax: decimal(tax) }) as FormFigures;

it('adds the rate of a county to a city only if the city is known to be within it', () => {
  const known = new Map(
    [
      ['Kern', 'Kern', '0.01'],
      ['Arvin', 'Kern', '0.005'],
      ['A county', null, '0.02'],
      ['A city', null, '0.003'],
    ].map(([id, county, rate]) => [id!, { code: id!, county: county ?? null, rate: rate! }]),
  );
  const rows = rowsOf(
    'DISTRICT_AREAS',
    [
      figures('Kern', 'COUNTY', '300', '3'),
      figures('Arvin', 'CITY', '100', '0.5'),
      figures('A county', 'COUNTY', '300', '6'),
      figures('A city', 'CITY', '100', '0.3'),
    ],
    known,
  );
  expect(
    Object.fromEntries(rows.map(({ jurisdiction, taxable, rate }) => [jurisdiction.id, `${taxable} ${rate}`])),
  ).toEqual({ Kern: '200 0.01', Arvin: '100 0.015', 'A county': '300 0.02', 'A city': '100 0.003' });
});
