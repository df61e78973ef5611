import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecimalText } from '../../../src/domain/base/amount.ts';
import { intervat } from '../../../src/domain/returns/one-stop-shop/files/intervat.ts';
import { modelo369 } from '../../../src/domain/returns/one-stop-shop/files/modelo-369.ts';
import { oss001 } from '../../../src/domain/returns/one-stop-shop/files/oss-001.ts';
import { ossei1 } from '../../../src/domain/returns/one-stop-shop/files/ossei1.ts';
import {
  type ContentRow,
  contentRows,
  type ShopContent,
} from '../../../src/domain/returns/one-stop-shop/files/shop-content.ts';
import { table } from '../../../src/domain/returns/one-stop-shop/files/table.ts';
import { unionSchema } from '../../../src/domain/returns/one-stop-shop/files/union-schema.ts';
import { shopFiguresOf } from '../../../src/domain/returns/one-stop-shop/shop-figures.ts';
import {
  readIntervat,
  readModelo369,
  readOss001,
  readOssei1,
  readTable,
  readUnionSchema,
} from '../../support/shop-files.ts';

// The readers check the structure that each member state describes: see test/support/shop-files.ts.

const formats = [
  { ...modelo369, read: readModelo369, filedIn: 'ES', prefix: 'ES', digits: 'B58378431' },
  { ...oss001, read: readOss001, filedIn: 'SE', prefix: 'SE', digits: '556000016701' },
  { ...intervat, read: readIntervat, filedIn: 'BE', prefix: 'BE', digits: '0477472701' },
  { ...ossei1, read: readOssei1, filedIn: 'CZ', prefix: 'CZ', digits: '25663585' },
  { ...unionSchema, read: readUnionSchema, filedIn: 'SK', prefix: 'SK', digits: '2022749619' },
  { ...unionSchema, read: readUnionSchema, filedIn: 'NL', prefix: 'NL', digits: '123456789B12' },
  { ...table, read: readTable, filedIn: 'DE', prefix: 'DE', digits: '136695976' },
];

const euros = (cents: number) => (cents / 100).toString() as DecimalText;
const inCents = (amount: string) => Math.round(Number(amount) * 100);
const eu = (country: string) => (country === 'GR' ? 'EL' : country);

const aRow: fc.Arbitrary<ContentRow> = fc
  .record({
    memberState: fc.constantFrom('FR', 'GR', 'XI', 'PT'),
    kind: fc.constantFrom('GOODS', 'SERVICES'),
    rateType: fc.constantFrom('STANDARD', 'REDUCED'),
    rate: fc.constantFrom('0.2', '0.055', '0.24', '0.021'),
    from: fc.constantFrom(null, 'PL', 'GR'),
    base: fc.integer({ min: 0, max: 100_000_000_000 }),
    tax: fc.integer({ min: 1, max: 10_000_000 }),
  })
  .map(({ base, tax, rate, from, ...row }) => ({
    ...row,
    rate: rate as DecimalText,
    origin: from && {
      country: from,
      isEstablishment: row.kind === 'SERVICES',
      number: { prefix: eu(from), digits: '1234563218' },
    },
    taxableAmount: euros(base),
    taxAmount: euros(tax),
  }));
const aCorrection = fc
  .record({
    memberState: fc.constantFrom('FR', 'AT', 'GR'),
    period: fc.constantFrom(['2025-01-01', '2025-03-31'], ['2025-10-01', '2025-12-31']),
    tax: fc.integer({ min: -100_000, max: 100_000 }).filter((tax) => tax !== 0),
  })
  .map(({ memberState, period: [from, to], tax }) => ({ memberState, from: from!, to: to!, taxAmount: euros(tax) }));

/** Up to three pages of rows. */
const content = fc
  .record({ supplies: fc.array(aRow, { maxLength: 70 }), corrections: fc.array(aCorrection, { maxLength: 40 }) })
  .map(({ supplies, corrections }) => ({
    ...shopFiguresOf(
      supplies.map(({ origin, ...row }) => ({ ...row, dispatchedFrom: origin?.country ?? null })),
      corrections,
      0,
    ),
    supplies,
  }));

const contentOf = (
  figures: Omit<ShopContent, 'scheme' | 'filedIn' | 'number' | 'sellerName' | 'from' | 'to'>,
  one: (typeof formats)[number],
): ShopContent => ({
  ...figures,
  scheme: 'UNION_ONE_STOP_SHOP',
  filedIn: one.filedIn,
  number: { prefix: one.prefix, digits: one.digits },
  sellerName: 'Muñoz & Söhne, S.L.',
  from: '2026-04-01',
  to: '2026-06-30',
});

describe.each(formats)('the file $format in $filedIn', (one) => {
  const shown = (row: {
    to: string;
    kind: string;
    from: string | null;
    rate: number;
    base: number;
    tax: number;
    rateType: string | null;
  }) =>
    [row.to, row.kind, row.from, one.format === 'SE_OSS_001' ? null : row.rateType, row.rate, row.base, row.tax].join(
      ' ',
    );

  it('has the described structure and every figure, for any return', () => {
    fc.assert(
      fc.property(content, (figures) => {
        const all = contentOf(figures, one);
        expect(one.faultsOf(all)).toEqual([]);
        const read = one.read(one.write(all));
        expect(read).toMatchObject({ number: one.prefix + one.digits, period: '2026-Q2', isNil: figures.isNil });
        const supplies = figures.supplies.map((row) =>
          shown({
            ...row,
            to: eu(row.memberState),
            from: row.origin && eu(row.origin.country),
            rate: Math.round(Number(row.rate) * 10_000),
            base: inCents(row.taxableAmount),
            tax: inCents(row.taxAmount),
          }),
        );
        expect(read.supplies.map(shown).sort()).toEqual(supplies.sort());
        const corrections = figures.corrections.map(({ memberState, from, taxAmount }) =>
          [eu(memberState), from < '2025-04' ? '2025-Q1' : '2025-Q4', inCents(taxAmount)].join(' '),
        );
        const found = read.corrections.map(({ to, period, tax }) => [to, period, tax].join(' '));
        expect(found.sort()).toEqual(corrections.sort());
      }),
      { numRuns: 25 },
    );
  });

  it('is nil without sales and corrections', () => {
    const nil = contentOf({ ...shopFiguresOf([], [], 0), supplies: [] }, one);
    expect(one.read(one.write(nil))).toMatchObject({ isNil: true, supplies: [], corrections: [] });
  });
});

const row: ContentRow = {
  memberState: 'FR',
  kind: 'GOODS',
  rateType: 'STANDARD',
  rate: '0.2' as DecimalText,
  origin: null,
  taxableAmount: euros(10_000),
  taxAmount: euros(2_000),
};

it('writes examples as the authorities do', () => {
  const figures = { ...shopFiguresOf([], [], 0), isNil: false, supplies: [row] };
  const [spain, sweden, belgium, czechia] = formats.map((one) => one.write(contentOf(figures, one)));
  expect(spain).toContain('FR02000S0000000000001000000000000000002000');
  expect(spain).toContain('MUNOZ   SOHNE  S L ');
  expect(sweden).toBe('OSS_001;\r\nSE556000016701;2;2026;\r\nSE;FR;20,00;100,00;20,00;GOODS;\r\n');
  expect(belgium).toContain(
    '<common:VatRateType type="STANDARD">20.00</common:VatRateType><common:VatAmount currency="EUR">20.00</common:VatAmount>',
  );
  expect(czechia).toContain('company_name="Muñoz &amp; Söhne, S.L." trans="A"');
  expect(czechia).toContain(
    '<VetaR country="CZ" vat_number="25663585" state_consumption="FR" vat_rate_type_code="Z" vat_rate="20.00" taxable_amount="100.00" vat_amount="20.00" supply_type_code="G">',
  );
});

it('names the country of dispatch without a VAT number there, in Czechia and in the schema of the Union', () => {
  const supplies = [{ ...row, origin: { country: 'PL', isEstablishment: false, number: null } }];
  const figures = shopFiguresOf([{ ...row, dispatchedFrom: 'PL' }], [], 0);
  for (const one of formats.filter(({ format }) => ['CZ_OSSEI1', 'EU_OSS_VAT_RETURN'].includes(format))) {
    const content = contentOf({ ...figures, supplies }, one);
    expect(one.faultsOf(content)).toEqual([]);
    expect(one.read(one.write(content)).supplies).toMatchObject([{ to: 'FR', from: 'PL', base: 10_000, tax: 2_000 }]);
  }
});

it('has the number of the seller with its prefix in Slovakia only', () => {
  const [slovakia, netherlands] = formats
    .filter(({ format }) => format === 'EU_OSS_VAT_RETURN')
    .map((one) => one.write(contentOf({ ...shopFiguresOf([], [], 0), supplies: [] }, one)));
  expect(slovakia).toContain('<vun:VATNumber issuedBy="SK">SK2022749619</vun:VATNumber>');
  expect(netherlands).toContain('<vun:VATNumber issuedBy="NL">123456789B12</vun:VATNumber>');
});

it('lists everything that a national format cannot represent', () => {
  const faulty = [
    { ...row, taxAmount: euros(-2_000) },
    { ...row, rate: '0.20125' as DecimalText },
    { ...row, origin: { country: 'PL', isEstablishment: false, number: null } },
  ];
  const faults = formats.map((one) =>
    one.faultsOf(contentOf({ ...shopFiguresOf([], [], 0), supplies: faulty }, { ...one, digits: '1' })),
  );
  const negative = expect.stringContaining('goods to FR at 20 % are negative');
  const exact = expect.stringContaining('two decimal places in percent, not 0.20125');
  const origin = expect.stringContaining('goods dispatched from PL');
  expect(faults).toEqual([
    [negative, exact, expect.stringContaining('9 letters and digits')],
    [negative, exact, origin],
    [negative, exact, origin],
    [negative, exact],
    [negative, exact],
    [negative, exact],
    [],
  ]);
});

it('has one row for services from the member state of identification and from countries without an establishment', () => {
  const services = { memberState: 'IT', kind: 'SERVICES', rate: '0.22' as DecimalText } as const;
  const amounts = (taxableAmount: string, taxAmount: string) =>
    ({ taxableAmount, taxAmount }) as { taxableAmount: DecimalText; taxAmount: DecimalText };
  const rows = [
    { ...services, dispatchedFrom: 'DE', ...amounts('100', '22') },
    { ...services, dispatchedFrom: 'ES', ...amounts('30', '6.6') },
    { ...services, dispatchedFrom: 'PL', ...amounts('10', '2.2') },
  ];
  const facts = {
    isEstablishedIn: (country: string) => country === 'PL',
    numberIn: () => null,
    isMemberState: () => true,
    isStandardRate: () => true,
  };
  expect(contentRows(rows, { scheme: 'UNION_ONE_STOP_SHOP', filedIn: 'ES' }, facts)).toMatchObject([
    { memberState: 'IT', origin: null, taxableAmount: '130', taxAmount: '28.6' },
    { memberState: 'IT', origin: { country: 'PL' }, taxableAmount: '10', taxAmount: '2.2' },
  ]);
});
