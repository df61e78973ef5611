import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { examples } from '../../support/examples.ts';
import { type Json, recordOf } from '../../support/openapi.ts';

let app: TestApp;
let customerId: string;
const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
  const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
  const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
  customerId = String(recordOf(await stored.json()).serviceId);
});
afterAll(() => app.close());

const [berlin, paris, zurich, london, lasPalmas] = ['DE', 'FR', 'CH', 'GB', 'ES'].map((country) => ({
  country,
  isPartial: true,
  ...(country === 'ES' && { region: 'ES-CN', zip: '35001' }),
}));
const item = (taxCode: string, unitPrice: number, more = {}) => ({ name: taxCode, taxCode, unitPrice, ...more });

/** The breakdown of a quote, in GraphQL. */
async function breakdownOf({ customer, ...quote }: Json, prepaidAmount?: number): Promise<Json | null> {
  const query = `query ($input: QuoteInput!, $prepaidAmount: Decimal) { calculateTax(input: $input) { ... on Quote {
    finalTransactionAmount salesTax { amount } vatBreakdown(prepaidAmount: $prepaidAmount) {
      currency netAmount taxAmount grossAmount prepaidAmount roundingAmount payableAmount violatedRules
      subtotals { vatCategory rate taxableAmount taxAmount exemptionCode exemptionText reason }
      lines { pointer vatCategory rate netAmount } } } } }`;
  const input = {
    shipFromAddress: berlin,
    currency: 'EUR',
    ...quote,
    ...(customer ? { customer: { described: customer } } : {}),
  };
  const answer = recordOf(
    await (await app.send('POST', '/graphql', { query, variables: { input, prepaidAmount } })).json(),
  );
  const shown = recordOf(recordOf(answer.data).calculateTax);
  expect(answer.errors, JSON.stringify(answer)).toBeUndefined();
  if (shown.vatBreakdown === null) return null;
  const breakdown = recordOf(shown.vatBreakdown);
  const rounded = exact(shown.finalTransactionAmount).plus(exact(quote.roundingAmount ?? 0));
  expect(exact(breakdown.prepaidAmount).eq(prepaidAmount ?? 0)).toBe(true);
  expect(
    exact(breakdown.payableAmount)
      .plus(prepaidAmount ?? 0)
      .eq(rounded),
  ).toBe(true);
  expect(breakdown.taxAmount).toBe(recordOf(shown.salesTax).amount);
  return breakdown;
}

const exact = (value: unknown) => new Decimal(String(value));
const listOf = (value: unknown) => (value as unknown[]).map(recordOf);
const total = (rows: readonly Json[], name: string) => Decimal.sum(0, ...rows.map((row) => exact(row[name])));

/**
 * The business rules about VAT of EN 16931-1, as https://github.com/ConnectingEurope/eInvoicing-EN16931 publishes them
 * (release 1.3.16), with its tolerance for BR-CO-17, BR-S-08 and BR-S-09. Returns the rules that a breakdown violates.
 */
function brokenRules(breakdown: Json): string[] {
  const broken = new Set<string>();
  const rule = (id: string, holds: boolean) => {
    if (!holds) broken.add(id);
  };
  const [subtotals, lines] = [listOf(breakdown.subtotals), listOf(breakdown.lines)];
  const amount = (name: string) => exact(breakdown[name]);
  rule(
    'BR-CO-04',
    [...subtotals, ...lines].every(({ vatCategory }) => (vatCategory ?? null) !== null),
  );
  rule('BR-CO-13', total(lines, 'netAmount').eq(amount('netAmount')));
  rule('BR-CO-14', total(subtotals, 'taxAmount').eq(amount('taxAmount')));
  rule('BR-CO-15', amount('netAmount').plus(amount('taxAmount')).eq(amount('grossAmount')));
  rule(
    'BR-CO-16',
    amount('grossAmount').minus(amount('prepaidAmount')).plus(amount('roundingAmount')).eq(amount('payableAmount')),
  );
  rule('BR-DEC-16', amount('prepaidAmount').decimalPlaces() <= 2);
  rule('BR-CO-18', subtotals.length > 0);
  for (const { netAmount } of lines) rule('BR-DEC-23', exact(netAmount).decimalPlaces() <= 2);
  for (const one of subtotals) {
    const { vatCategory = null, exemptionCode = null, exemptionText = null } = one;
    const [rate, taxable, tax] = [exact(one.rate), exact(one.taxableAmount), exact(one.taxAmount)];
    rule('BR-DEC-19', taxable.decimalPlaces() <= 2 && tax.decimalPlaces() <= 2);
    const computed = taxable.abs().times(rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    rule('BR-CO-17', tax.abs().minus(computed).abs().lt(1));
    if (exemptionCode !== null) rule('BR-CL-22', /^VATEX-EU-(AE|IC|G|O)$/.test(String(exemptionCode)));
    if (vatCategory === null) continue;
    const isTaxed = ['S', 'L', 'M'].includes(String(vatCategory));
    const like = (row: Json) => row.vatCategory === vatCategory && (!isTaxed || exact(row.rate).eq(rate));
    rule(`BR-${vatCategory}-01`, subtotals.filter(like).length === 1);
    rule(
      `BR-${vatCategory}-05`,
      lines
        .filter(like)
        .every((line) => (vatCategory === 'S' ? exact(line.rate).gt(0) : isTaxed || exact(line.rate).isZero())),
    );
    const difference = total(lines.filter(like), 'netAmount').minus(taxable).abs();
    rule(`BR-${vatCategory}-08`, isTaxed ? difference.lt(1) : difference.isZero());
    rule(`BR-${vatCategory}-09`, isTaxed || (tax.isZero() && rate.isZero()));
    const isExplained = exemptionCode !== null || exemptionText !== null;
    rule(`BR-${vatCategory}-10`, isExplained !== (isTaxed || vatCategory === 'Z'));
  }
  const isOutside = subtotals.some(({ vatCategory }) => vatCategory === 'O');
  rule('BR-O-11', !isOutside || subtotals.length === 1);
  return [...broken].sort();
}

const violated = (breakdown: Json) =>
  (breakdown.violatedRules as string[]).map((name) => name.replaceAll('_', '-')).sort();

const somePrice = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
const someItem = fc.record({
  name: fc.constant('Thing'),
  // General goods, food, books, online services, vouchers, postal and medical ones.
  taxCode: fc.constantFrom('C1S1', 'C1S10', 'C1S30', 'C3S8', 'C7S1', 'C1S15'),
  unitPrice: somePrice,
  quantity: fc.integer({ min: 1, max: 400 }),
  taxableCategory: fc.constantFrom(undefined, undefined, undefined, 'NOT_TAXABLE'),
});
const somePaid = fc.option(fc.constantFrom(0, 0.01, 10, 999.99, 1_000_000), { nil: undefined });
const someQuote = fc.record({
  items: fc.array(someItem, { minLength: 1, maxLength: 6 }),
  shippingAddress: fc.constantFrom(berlin, paris, zurich, london, lasPalmas),
  shipFromAddress: fc.constantFrom(berlin, berlin, london, lasPalmas),
  isTaxInclusive: fc.boolean(),
  shippingFee: fc.option(
    somePrice.map((totalPrice) => ({ taxCode: 'C6S1', totalPrice })),
    { nil: undefined },
  ),
  transactionLevelDiscount: fc.constantFrom(undefined, 0.01),
  roundingAmount: fc.constantFrom(undefined, undefined, -0.02, 0.01),
  customer: fc.constantFrom(undefined, { taxNumber: 'FR40303265045' }, { customerType: 'RETAIL_EXEMPT' }),
});

describe('the VAT breakdown of a document', () => {
  it('meets the rules of EN 16931, or names those that it does not', async () => {
    const home = { country: 'DE' };
    for (const account of [
      { roundingLevel: 'BY_LAW', collectionPolicy: 'EVERYWHERE' },
      { roundingLevel: 'UNIT', collectionPolicy: 'WHERE_REGISTERED' },
      { roundingLevel: 'LINE', collectionPolicy: 'EVERYWHERE', homeAddress: home, sellerIsSmallBusiness: true },
    ]) {
      expect((await app.send('PATCH', '/v1/account', account)).status).toBe(200);
      await fc.assert(
        fc.asyncProperty(someQuote, somePaid, async (quote, paid) => {
          const breakdown = await breakdownOf(quote as Json, paid);
          expect(breakdown).not.toBeNull();
          expect(violated(breakdown!), JSON.stringify(breakdown)).toEqual(brokenRules(breakdown!));
        }),
        { numRuns: examples(300) },
      );
    }
    await app.send('PATCH', '/v1/account', { roundingLevel: 'BY_LAW', sellerIsSmallBusiness: false });
  });

  it('is clean where every line has a certain category', async () => {
    const clean = [
      { items: [item('C1S1', 100), item('C1S10', 50)], shippingAddress: berlin },
      { items: [item('C1S1', 100)], shippingAddress: paris, customer: { taxNumber: 'FR40303265045' } },
      { items: [item('C3S8', 100)], shippingAddress: paris, customer: { taxNumber: 'FR40303265045' } },
      { items: [item('C1S1', 100)], shippingAddress: berlin, customer: { customerType: 'RETAIL_EXEMPT' } },
      { items: [item('C1S30', 100)], shippingAddress: london, shipFromAddress: london, currency: 'GBP' },
      { items: [item('C7S1', 100)], shippingAddress: berlin },
    ];
    const found = await Promise.all(clean.map((one) => breakdownOf(one)));
    expect(found.map((one) => brokenRules(one!))).toEqual(clean.map(() => []));
    expect(found.map((one) => listOf(one!.subtotals).map(({ vatCategory }) => vatCategory))).toEqual([
      ['S', 'S'],
      ['K'],
      ['AE'],
      ['E'],
      ['Z'],
      ['O'],
    ]);
  });

  it('names the rules that a document breaks', async () => {
    const mixed = { items: [item('C1S1', 100), item('C7S1', 20)], shippingAddress: berlin };
    expect((await breakdownOf(mixed))!.violatedRules).toEqual(['BR_O_11']);
    const untaxed = { items: [item('C1S1', 100, { taxableCategory: 'NOT_TAXABLE' })], shippingAddress: berlin };
    expect(await breakdownOf(untaxed)).toMatchObject({
      violatedRules: ['BR_CO_04'],
      subtotals: [{ vatCategory: null, taxableAmount: '100.00', reason: 'SENT_AS_NOT_TAXABLE' }],
    });
  });

  it('is null for sales tax, and where two authorities tax a line', async () => {
    const duluth = { country: 'US', state: 'MN', city: 'Duluth', zip: '55802', isPartial: true };
    expect(
      await breakdownOf({ items: [item('C1S1', 1)], shippingAddress: duluth, shipFromAddress: duluth }),
    ).toBeNull();
    const vancouver = { country: 'CA', state: 'BC', isPartial: true };
    expect(
      await breakdownOf({ items: [item('C1S1', 1)], shippingAddress: vancouver, shipFromAddress: vancouver }),
    ).toBeNull();
  });

  it('can be read of a stored document and its refund, for each calculation', async () => {
    const path = '/v1/transactions/source/9/externalId/';
    const store = async (externalId: string, more: Json) => {
      const body = {
        source: '9',
        externalId,
        customerId,
        transactionStatus: 'ACTIVE',
        externalTimestamps: dates,
        currency: 'EUR',
        ...more,
      };
      const answer = await app.send('PUT', `${path}${externalId}`, body);
      expect(answer.ok, await answer.clone().text()).toBe(true);
    };
    await store('I-1', {
      transactionType: 'INVOICE',
      shippingAddress: berlin,
      isTaxInclusive: true,
      items: [item('C1S1', 119), item('C1S30', 10.7)],
    });
    await store('R-1', { transactionType: 'REFUND', createdFrom: 'I-1', items: [], refundFraction: 0.5 });
    const read = async (externalId: string) =>
      recordOf(await (await app.send('GET', `${path}${externalId}/vat_breakdown?calculationNumber=1`)).json());
    await store('I-2', {
      transactionType: 'INVOICE',
      shippingAddress: berlin,
      items: [item('C1S1', 100.01)],
      roundingAmount: 0.04,
    });
    // 100.01 and 19.00, rounded to 119.05 for payment in cash.
    expect((await read('I-2')).vatBreakdown).toMatchObject({
      grossAmount: 119.01,
      roundingAmount: 0.04,
      payableAmount: 119.05,
      violatedRules: [],
    });
    const paid = async (amount: string) => app.send('GET', `${path}I-2/vat_breakdown?prepaidAmount=${amount}`);
    expect(recordOf(await (await paid('19.05')).json()).vatBreakdown).toMatchObject({
      grossAmount: 119.01,
      prepaidAmount: 19.05,
      roundingAmount: 0.04,
      payableAmount: 100,
    });
    for (const [wrong, message] of [
      ['1.001', 'prepaidAmount may have at most 2 decimal places.'],
      ['-1', 'prepaidAmount must be at least 0.'],
    ] as const) {
      const refused = recordOf(await (await paid(wrong)).json());
      expect(refused, wrong).toMatchObject({ errors: [{ parameter: 'prepaidAmount', message }] });
    }
    const finer = recordOf(await (await app.send('PATCH', `${path}I-2`, { roundingAmount: 0.005 })).json());
    expect(finer.errors).toMatchObject([
      { pointer: '/roundingAmount', message: 'roundingAmount may have at most 2 decimal places.' },
    ]);
    const changed = recordOf(await (await app.send('PATCH', `${path}I-2`, { roundingAmount: null })).json());
    expect([changed.roundingAmount, changed.calculationNumber, changed.finalTransactionAmount]).toEqual([
      undefined,
      1,
      119.01,
    ]);
    expect((await read('I-2')).vatBreakdown).toMatchObject({ roundingAmount: 0, payableAmount: 119.01 });
    // 119 with 19 % is 100 and 19; 10.70 with 7 % is 10 and 0.70.
    expect(await read('I-1')).toMatchObject({
      calculationNumber: 1,
      vatBreakdown: {
        netAmount: 110,
        taxAmount: 19.7,
        grossAmount: 129.7,
        roundingAmount: 0,
        payableAmount: 129.7,
        violatedRules: [],
      },
    });
    const refund = recordOf((await read('R-1')).vatBreakdown);
    expect(refund).toMatchObject({ netAmount: 55, taxAmount: 9.85, violatedRules: [] });
    expect(brokenRules(refund)).toEqual([]);
  });
});
