import { describe, expect, it } from 'vitest';
import { progressOf, salesText, shareOf } from '../../../src/web/console/base/nexus/progress.ts';
import { countsOf, nextCell } from '../../../src/web/console/views/customer/coverage-cells.ts';
import { countryOfNumber, spellings } from '../../../src/web/console/views/customer/tax-number-parts.ts';
import { inputOf, replacedAmong, replacedFilter } from '../../../src/web/console/views/new-certificate/terms.ts';
import { amountsByState, largestFirst, shadeOf } from '../../../src/web/console/views/nexus/shades.ts';
import {
  declarationWith,
  monthsOf,
  placeFilter,
  windowState,
} from '../../../src/web/console/views/nexus-place/declaration.ts';

const tracked = (status: string, isCollecting: boolean, transactionCount = 0) => ({
  status,
  isCollecting,
  runningPeriod: { salesShare: '0.4', transactionShare: '0.9', transactionCount },
  threshold: { combine: 'EITHER', transactionCount: 200 },
});

it.each([
  ['0', [], 'R$0.00'],
  ['0.00', ['12.5'], '$12.50'],
  ['7', ['12.5'], 'R$7.00 + $12.50'],
])('sales of %s BRL and %j USD without an exchange rate are %s', (salesAmount, dollars, text) => {
  const notConverted = dollars.map((amount) => ({ currency: 'USD', salesAmount: amount }));
  expect(salesText({ currency: 'BRL', salesAmount, notConverted })).toBe(text);
});

describe('the progress of a place', () => {
  it.each([
    ['REACHED', true, 9, 'collecting'],
    ['REACHED', false, 9, 'reached'],
    ['APPROACHING', false, 9, 'approaching'],
    ['BELOW', false, 9, 'below'],
    ['BELOW', false, 0, 'none'],
    ['NOT_TRACKED', false, 9, 'untracked'],
  ])('%s, collecting %s, %i invoices: %s', (status, isCollecting, count, progress) => {
    expect(progressOf(tracked(status, isCollecting, count))).toBe(progress);
  });

  it.each([
    ['EITHER', '0.9'],
    ['BOTH', '0.4'],
    ['SALES_ONLY', '0.4'],
  ])('is that of the test that decides: %s', (combine, share) => {
    expect(shareOf({ ...tracked('BELOW', false), threshold: { combine, transactionCount: 200 } })).toBe(share);
  });
});

describe('the colours of the map', () => {
  it.each([
    ['0', 0],
    ['-5', 0],
    [undefined, 0],
    ['1', 1],
    ['25', 3],
    ['100', 5],
  ])('an amount of %s of 100 has shade %i', (amount, shade) => {
    expect(shadeOf(amount, 100)).toBe(shade);
  });

  it('are for the currency of most states', () => {
    const amounts = [
      { state: 'MN', currency: 'USD', amount: '5.00' },
      { state: 'WI', currency: 'USD', amount: '7.00' },
      { state: 'MN', currency: 'EUR', amount: '9.00' },
    ];
    const { currency, byState } = amountsByState(amounts);
    expect(largestFirst(amounts, currency).map(({ amount }) => amount)).toEqual(['7.00', '5.00', '9.00']);
    expect([currency, [...byState]]).toEqual([
      'USD',
      [
        ['MN', '5.00'],
        ['WI', '7.00'],
      ],
    ]);
  });
});

describe('a declaration', () => {
  it('keeps what is declared already, and its version', () => {
    const declaration = {
      version: 3,
      physicalNexus: [],
      economicNexus: [{ validFrom: '2025-01-01', validThrough: null }],
      registrations: [],
    };
    const input = declarationWith(
      { country: 'US', state: 'GA', declaration },
      {
        kind: 'registration',
        from: '2026-01-01',
        to: '',
        number: 'GA-1',
        scheme: '',
        frequency: 'QUARTERLY',
        dueDay: '20',
        isEstablished: false,
      },
    );
    expect(input).toEqual({
      country: 'US',
      state: 'GA',
      ifVersion: 3,
      physicalNexus: [],
      economicNexus: [{ validFrom: '2025-01-01', validThrough: null }],
      registrations: [
        { validFrom: '2026-01-01', scheme: 'STANDARD', number: 'GA-1', filingFrequency: 'QUARTERLY', filingDueDay: 20 },
      ],
    });
  });

  it('says that a registration comes with a fixed establishment', () => {
    const addition = { from: '2026-01-01', to: '', number: '', scheme: 'STANDARD', frequency: 'MONTHLY', dueDay: '' };
    const input = declarationWith(
      { country: 'PL', state: null, declaration: null },
      { kind: 'registration', ...addition, isEstablished: true },
    );
    expect(input.registrations).toMatchObject([{ validFrom: '2026-01-01', hasFixedEstablishment: true }]);
  });

  it('of a place without any expects that there is none', () => {
    const input = declarationWith(
      { country: 'DE', state: null, declaration: null },
      { kind: 'economic', from: '2026-01-01', to: '' },
    );
    expect([input.ifVersion, input.economicNexus, 'state' in input]).toEqual([0, [{ validFrom: '2026-01-01' }], false]);
  });

  it('is in force, has ended or begins later', () => {
    const on = (validFrom: string, validThrough: string | null) =>
      windowState({ validFrom, validThrough }, '2026-06-30');
    expect([on('2026-06-30', '2026-06-30'), on('2026-01-01', '2026-06-29'), on('2026-07-01', null)]).toEqual([
      'now',
      'ended',
      'later',
    ]);
  });

  it('is of a state, or of a whole country', () => {
    expect(placeFilter('us-mn')).toEqual({ country: { eq: 'US' }, state: { eq: 'MN' } });
    expect(placeFilter('DE')).toEqual({ country: { eq: 'DE' }, state: { isNull: true } });
  });

  it('has an exposure in each of twelve months', () => {
    const months = monthsOf('2026', [{ month: '2026-03' }]);
    expect([months.length, months[2]?.found?.month, months[11]]).toEqual([
      12,
      '2026-03',
      { month: '2026-12', found: null },
    ]);
  });
});

describe('coverage', () => {
  it('counts states that have a tax', () => {
    const cells = (['COVERED', 'EXPIRING_SOON', 'GAP', 'NOT_ACCEPTED', 'NO_TAX'] as const).map((status) => ({
      status,
    }));
    expect(countsOf(cells)).toEqual({ covered: 2, expiring: 1, without: 2 });
  });

  it.each([
    ['ArrowRight', 6],
    ['ArrowDown', 15],
    ['ArrowUp', 5],
    ['Home', 0],
    ['End', 50],
    ['Tab', null],
  ])('leads from the sixth cell by %s to %s', (key, next) => {
    expect(nextCell(5, key, { length: 51, perLine: 10 })).toBe(next);
  });
});

describe('a tax number', () => {
  it.each([
    ['ATU13585627', 'DE', 'AT'],
    ['EL094259216', null, 'GR'],
    ['123', 'GB', 'GB'],
    ['123', null, null],
  ])('%s of a customer in %s belongs to %s', (number, country, own) => {
    expect(countryOfNumber(number, country)).toBe(own);
  });

  it('is found as registers spell it', () => {
    expect(spellings('u 135.856', 'AT')).toEqual(['u 135.856', 'U135856', 'ATU135856']);
  });
});

describe('the terms of a new certificate', () => {
  const typed = {
    states: ['MN'],
    number: ' ST3-1 ',
    reason: 'RESALE',
    from: '2026-01-01',
    to: '',
    isPartly: false,
    percentage: '',
    codes: 'C1S1, C1S2',
  };

  it('are those of the form', () => {
    expect(inputOf('c', typed)).toEqual({
      kind: 'input',
      input: {
        customerId: 'c',
        states: [{ code: 'MN' }],
        exemption: {
          country: 'US',
          exemptionType: 'FULLY',
          exemptionReason: 'RESALE',
          certificate: { certificateId: 'ST3-1' },
          taxCodes: ['C1S1', 'C1S2'],
          validationDates: { fromDate: '2026-01-01' },
        },
      },
    });
  });

  it.each([
    ['ST3-1', ['same']],
    ['', ['none']],
  ])('with the number "%s" replace %j', (number, ids) => {
    const read = inputOf('c', { ...typed, number });
    const input = read.kind === 'input' ? read.input : null;
    expect(replacedFilter(input!)).toMatchObject({ customerId: { eq: 'c' }, state: { in: ['MN'] } });
    const stored = (serviceId: string, certificateId: string | null) => ({
      ...{ serviceId, state: 'MN' },
      certificate: certificateId === null ? null : { certificateId },
    });
    const found = [stored('same', 'ST3-1'), stored('other', 'ST3-2'), stored('none', null)];
    expect(replacedAmong(found, input!).map(({ serviceId }) => serviceId)).toEqual(ids);
  });

  it('have an exact fraction for a percentage', () => {
    const read = inputOf('c', { ...typed, isPartly: true, percentage: '12.5' });
    expect(read.kind === 'input' && read.input.exemption.exemptFraction).toBe('0.125');
  });

  it.each([
    [{ states: [] }, 'Choose at least one state.'],
    [{ to: '2025-12-31' }, 'The last day is before the first.'],
    [{ isPartly: true, percentage: '0' }, 'Enter the exempt part as a percentage above 0 and below 100.'],
  ])('are refused: %j', (change, problem) => {
    expect(inputOf('c', { ...typed, ...change })).toEqual({ kind: 'problem', problem });
  });
});
