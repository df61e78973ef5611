import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../src/files/csv/csv-text.ts';
import { type SentStep, stepsOf } from '../../../src/web/console/base/why/steps.ts';
import { cell, csvOf, curlOf, type ShownDocument } from '../../../src/web/console/views/document/copies.ts';
import { differencesOf, type SentCalculation } from '../../../src/web/console/views/document/differences.ts';
import { refundInput } from '../../../src/web/console/views/document/refund-input.ts';

const step = (kind: SentStep['kind'], pointer: string, message: string, sources: readonly string[] = []): SentStep => ({
  kind,
  pointer,
  message,
  validFrom: null,
  sources: sources.map((title) => ({ title, url: null, readOn: null })),
});

describe('the steps of a line', () => {
  const trace = [
    step('ADDRESS_MATCHED', '', 'The address was matched.'),
    step('COLLECTING', '', 'The seller collects.'),
    step('LINE_TOTALLED', '/items/1', 'Line total of the other.'),
    step('RULE_APPLIED', '/items/10', 'Rule of the eleventh.'),
    step('RATE_SELECTED', '/items/0', 'Wisconsin charges 5 % (in force from 1982-05-01; a list (2026)).', [
      'a list (2026)',
    ]),
    step('LINE_TOTALLED', '/items/0', 'Line total: 5 (in force from nowhere).'),
    step('DOCUMENT_TOTALLED', '', 'The document comes to 5.'),
  ];

  it('are its own and those of the whole document, by question', () => {
    const steps = stepsOf(trace, '/items/0');
    expect(steps.where.map(({ text }) => text)).toEqual(['The address was matched.']);
    expect(steps.whether.map(({ text }) => text)).toEqual(['The seller collects.']);
    expect(steps.much.map(({ text }) => text)).toEqual([
      'Wisconsin charges 5 %.',
      'Line total: 5 (in force from nowhere).',
    ]);
    expect(stepsOf(trace, '/items/1').whether).toHaveLength(1);
  });
});

const calculation = (changes: Partial<SentCalculation>): SentCalculation => ({
  calculationNumber: 1,
  replacedAt: null,
  recalculationReason: null,
  rateBookVersion: '2026.07',
  taxDate: '2026-07-01',
  currency: 'USD',
  finalTransactionAmount: '109.03',
  salesTax: { amount: '9.03' },
  items: [
    { name: 'Lamp', pointer: '/items/0', taxAmount: '9.03', taxRate: '0.09025', taxableAmount: '100', reason: 'TAXED' },
  ],
  shippingFee: null,
  ...changes,
});

describe('the difference between two calculations', () => {
  it('is none if no figure differs, however it is written', () => {
    expect(differencesOf(calculation({}), calculation({ finalTransactionAmount: '109.030' }))).toEqual([]);
  });

  it('has each figure that differs, exactly', () => {
    const now = calculation({
      calculationNumber: 2,
      rateBookVersion: '2026.11',
      finalTransactionAmount: '100.00',
      salesTax: { amount: '0' },
      items: [
        {
          name: 'Lamp',
          pointer: '/items/0',
          taxAmount: '0',
          taxRate: '0',
          taxableAmount: '0',
          reason: 'CUSTOMER_EXEMPT',
        },
      ],
    });
    expect(differencesOf(calculation({}), now)).toEqual([
      { what: 'Total', before: '$109.03', now: '$100.00', change: '-$9.03' },
      { what: 'Tax', before: '$9.03', now: '$0.00', change: '-$9.03' },
      { what: 'Rate book', before: '2026.07', now: '2026.11', change: null },
      { what: 'Lamp: tax', before: '$9.03', now: '$0.00', change: '-$9.03' },
      { what: 'Lamp: taxable amount', before: '$100.00', now: '$0.00', change: '-$100.00' },
      { what: 'Lamp: rate', before: '9.025\u00a0%', now: '0\u00a0%', change: null },
      { what: 'Lamp: why', before: 'Taxed', now: 'Exempt by certificate', change: null },
    ]);
  });

  it('has lines that came or went', () => {
    const before = calculation({ items: [] });
    expect(
      differencesOf(before, calculation({})).map(({ what, before: was, now, change }) => [what, was, now, change]),
    ).toEqual([
      ['Lamp: tax', 'missing', '$9.03', null],
      ['Lamp: taxable amount', 'missing', '$100.00', null],
      ['Lamp: rate', 'missing', '9.025\u00a0%', null],
      ['Lamp: why', 'missing', 'Taxed', null],
    ]);
  });
});

describe('a refund', () => {
  const sold = {
    source: '9',
    externalId: 'INV-1',
    items: [
      { name: 'Lamp', taxCode: 'C1S1' },
      { name: 'Coat', taxCode: 'C1S2', product: 'SKU-2', productSource: null },
    ],
  };
  const chosen = { externalId: 'INV-1-R1', day: '2026-11-25', quantities: ['', '2'] };

  it('names the returned items only, and replaces no stored document', () => {
    expect(refundInput(sold, { ...chosen, kind: 'some' })).toEqual({
      source: '9',
      externalId: 'INV-1-R1',
      ifVersion: 0,
      transactionType: 'REFUND',
      transactionStatus: 'ACTIVE',
      createdFrom: 'INV-1',
      externalTimestamps: { createdDate: '2026-11-25', updatedDate: '2026-11-25' },
      items: [{ name: 'Coat', taxCode: 'C1S2', product: 'SKU-2', productSource: null, quantity: '2' }],
    });
  });

  it('of everything, or of the tax only, names no items', () => {
    expect(refundInput(sold, { ...chosen, kind: 'all' })).toMatchObject({ items: [] });
    expect(refundInput(sold, { ...chosen, kind: 'all' })).not.toHaveProperty('refundKind');
    expect(refundInput(sold, { ...chosen, kind: 'tax' })).toMatchObject({ items: [], refundKind: 'TAX_ONLY' });
  });

  it('of no items is none', () => {
    expect(refundInput(sold, { ...chosen, kind: 'some', quantities: ['0', '0.0'] })).toBeNull();
  });
});

describe('copies', () => {
  const line = {
    pointer: '/items/0',
    taxCode: 'C1S1',
    totalPrice: '100',
    calculatedTotal: '100.00',
    taxableAmount: '100.00',
    taxAmount: '6.88',
    taxRate: '0.06875',
    reason: 'TAXED',
    quantity: '1',
    unitPrice: '100',
    discount: null,
    description: null,
    relativeTransactionDiscount: '0',
  } as const;
  const taxLine = {
    jurisdiction: { jurisdictionId: 'MN', name: 'Minnesota', level: 'STATE' },
    appliedRate: '0.06875',
    taxableAmount: '100.00',
    exemptAmount: '0',
    taxAmount: '6.88',
    reason: 'TAXED',
    validFrom: null,
    sources: [],
  } as const;
  const document = {
    externalId: 'INV-1',
    taxDate: '2026-07-01',
    currency: 'USD',
    items: [
      { ...line, name: '=Lamp, "tall"', taxLines: [taxLine] },
      { ...line, name: 'Coat', reason: 'PRODUCT_EXEMPT', taxLines: [] },
    ],
    shippingFee: null,
  } as unknown as ShownDocument;

  it('as CSV have a row for each line and jurisdiction, and no formulas', () => {
    expect(csvOf(document, 'Shipping').split('\r\n')).toEqual([
      'document,taxDate,line,taxCode,reason,amount,jurisdiction,level,rate,taxableAmount,taxAmount,currency',
      `INV-1,2026-07-01,"'=Lamp, ""tall""",C1S1,TAXED,100.00,Minnesota,STATE,0.06875,100.00,6.88,USD`,
      'INV-1,2026-07-01,Coat,C1S1,PRODUCT_EXEMPT,100.00,,,,,,USD',
      '',
    ]);
  });

  it.each(['-2+3', ' =1', '＝1', "'=1", '@x', '-12.50', 'Lamp', 'a,"b"'])(
    'guard the cell %j as reports do',
    (value) => {
      expect(`${cell(value)}\r\n`).toBe(csvLine([value], { isForSpreadsheet: true }));
    },
  );

  it('as curl name the document and no token', () => {
    expect(curlOf({ serviceId: 'abc' }, 'https://tax.example')).toBe(
      `curl -sS 'https://tax.example/v1/transactions/serviceId/abc' \\\n  -H "Authorization: Bearer $TOKEN"`,
    );
  });
});
