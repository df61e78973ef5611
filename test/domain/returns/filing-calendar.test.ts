import { describe, expect, it } from 'vitest';
import type { NexusPlace } from '../../../src/domain/nexus/nexus.ts';
import type { NexusRegistration } from '../../../src/domain/nexus/nexus-record.ts';
import { filingPeriodOf, returnsDue, returnsFor } from '../../../src/domain/returns/filing-calendar.ts';
import { dueDaysAt, readDueDays } from '../../../src/rates/book/due-days.ts';
import { readJsonFile } from '../../../src/rates/book/files/json-file.ts';
import { aNexusDeclaration } from '../../support/records.ts';

const registered = (state: string | null, more: Partial<NexusRegistration> = {}, country = 'US') =>
  aNexusDeclaration({
    country,
    state,
    registrations: [{ validFrom: '2026-02-15', validThrough: null, number: null, scheme: 'STANDARD', ...more }],
  });
const bundled = readDueDays(readJsonFile('due-days.json'));
const dueDays = (place: NexusPlace) => dueDaysAt(bundled, place);
const due = (declared: ReturnType<typeof registered>, from: string, to: string) =>
  returnsDue([declared], { from, to }, dueDays).map((one) => `${one.from} ${one.to} ${one.dueOn}`);

describe('filingPeriodOf', () => {
  it.each([
    ['MONTHLY', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['QUARTERLY', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['HALF_YEARLY', '2026-07-01', '2026-07-01', '2026-12-31'],
    ['YEARLY', '2026-05-05', '2026-01-01', '2026-12-31'],
  ] as const)('%s, %s: from %s to %s', (frequency, day, from, to) => {
    expect(filingPeriodOf(frequency, day)).toEqual({ from, to });
  });

  it('is the period of the law on its last day', () => {
    const since = {
      country: 'US',
      state: 'TX',
      months: 1,
      day: 20,
      firstMonth: 3,
      source: 'Act 1',
      from: '2026-05-01',
    };
    const law = dueDaysAt(readDueDays({ dueDays: [since] }), { country: 'US', state: 'TX' });
    expect(filingPeriodOf('QUARTERLY', '2026-04-10', law)).toEqual({ from: '2026-03-01', to: '2026-05-31' });
    expect(filingPeriodOf('QUARTERLY', '2026-02-28', law)).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  });
});

it('requires one return for two registrations within a period', () => {
  const [first] = registered('CA', { filingFrequency: 'QUARTERLY', validThrough: '2026-02-20' }).registrations;
  const declared = registered('CA', { filingFrequency: 'QUARTERLY', validFrom: '2026-03-10' });
  const twice = { ...declared, registrations: [first!, ...declared.registrations] };
  const returns = returnsFor([twice], { from: '2026-01-01', to: '2026-03-31' }, dueDays);
  expect(returns.map(({ from, to }) => `${from} ${to}`)).toEqual(['2026-01-01 2026-03-31']);
});

describe('returnsDue', () => {
  it('is due on the day of the law, from the period in which the registration began to that in which it ended', () => {
    expect(due(registered('MN', { validThrough: '2026-04-01' }), '2026-01-01', '2026-12-31')).toEqual([
      '2026-02-01 2026-02-28 2026-03-20',
      '2026-03-01 2026-03-31 2026-04-20',
      '2026-04-01 2026-04-30 2026-05-20',
    ]);
    expect(returnsDue([registered('TX')], { from: '2026-03-20', to: '2026-04-19' }, dueDays)).toMatchObject([
      {
        country: 'US',
        state: 'TX',
        from: '2026-02-01',
        frequency: 'MONTHLY',
        source: expect.stringContaining('Tex. Tax Code § 151.401'),
      },
    ]);
  });

  it.each([
    // 20 December 2026 is a Sunday.
    ['FL', { filingFrequency: 'MONTHLY', validFrom: '2026-11-01' }, '2026-11-01 2026-11-30 2026-12-21'],
    ['CA', { filingFrequency: 'QUARTERLY' }, '2026-01-01 2026-03-31 2026-04-30'],
    ['WI', { filingFrequency: 'QUARTERLY' }, '2026-01-01 2026-03-31 2026-04-30'],
    ['OH', { filingFrequency: 'HALF_YEARLY' }, '2026-01-01 2026-06-30 2026-07-23'],
    ['MN', { filingFrequency: 'YEARLY', filingDueDay: 5 }, '2026-01-01 2026-12-31 2027-01-05'],
    // The sales tax quarters of New York: from December, March, June and September.
    ['NY', { filingFrequency: 'QUARTERLY', filingDueDay: 31 }, '2025-12-01 2026-02-28 2026-03-31'],
    ['NY', { filingFrequency: 'QUARTERLY', validFrom: '2026-03-01' }, '2026-03-01 2026-05-31 2026-06-22'],
    // Part-quarterly returns are due within 20 days after each month; 20 December 2026 is a Sunday.
    ['NY', { validFrom: '2026-11-01' }, '2026-11-01 2026-11-30 2026-12-21'],
    // Its sales tax year, from March.
    ['NY', { filingFrequency: 'YEARLY' }, '2025-03-01 2026-02-28 2026-03-20'],
    ['NY', { filingFrequency: 'YEARLY', validFrom: '2026-03-01' }, '2026-03-01 2027-02-28 2027-03-22'],
  ] as const)('%s with %j: %s', (state, more, first) => {
    expect(due(registered(state, more), '2026-01-01', '2027-06-30')[0]).toBe(first);
  });

  it('is due for annual filers of New York on the days that Form ST-101 has had', () => {
    const yearly = registered('NY', { filingFrequency: 'YEARLY', validFrom: '2020-03-01' });
    expect(due(yearly, '2021-01-01', '2024-12-31')).toEqual([
      // Printed on ST-101 (2/21): 20 March 2021 is a Saturday.
      '2020-03-01 2021-02-28 2021-03-22',
      '2021-03-01 2022-02-28 2022-03-21',
      '2022-03-01 2023-02-28 2023-03-20',
      '2023-03-01 2024-02-29 2024-03-20',
    ]);
  });

  it('is due up to a year after its period', () => {
    const rows = [{ country: 'US', state: 'TX', months: 12, day: 20, source: 'Act 1' }];
    const inTexas = returnsDue([registered('TX')], { from: '2027-03-01', to: '2027-03-31' }, (place) =>
      dueDaysAt(readDueDays({ dueDays: rows }), place),
    );
    expect(inTexas.map(({ from, to, dueOn }) => `${from} ${to} ${dueOn}`)).toEqual([
      '2026-03-01 2026-03-31 2027-03-22',
    ]);
  });

  it('changes with the law, by the last day of the period', () => {
    const rows = [
      { country: 'US', state: 'TX', months: 1, day: 25, from: '2026-04-01', to: '2026-05-31', source: 'Act 1' },
      { country: 'US', state: 'TX', months: 1, day: 20, frequencies: ['MONTHLY'], source: 'Act 0' },
    ];
    const inTexas = returnsDue([registered('TX')], { from: '2026-03-01', to: '2026-07-31' }, (place) =>
      dueDaysAt(readDueDays({ dueDays: rows }), place),
    );
    expect(inTexas.map(({ to, dueOn, source }) => `${to} ${dueOn} ${source}`)).toEqual([
      '2026-02-28 2026-03-20 Act 0',
      '2026-03-31 2026-04-20 Act 0',
      '2026-04-30 2026-05-25 Act 1',
      '2026-05-31 2026-06-25 Act 1',
      '2026-06-30 2026-07-20 Act 0',
    ]);
  });

  it('covers countries, and months that count twice', () => {
    expect(due(registered(null, { filingFrequency: 'QUARTERLY' }, 'GB'), '2026-05-01', '2026-05-31')).toEqual([
      '2026-01-01 2026-03-31 2026-05-07',
    ]);
    expect(due(registered(null, {}, 'DE'), '2026-03-01', '2026-03-31')).toEqual(['2026-02-01 2026-02-28 2026-03-10']);
  });

  it('lists ended periods where the due day is unknown, and quarters or months of the one-stop shop by their last day', () => {
    const months = ['2026-02-01 2026-02-28 null', '2026-03-01 2026-03-31 null'];
    expect(due(registered('LA'), '2026-02-28', '2026-03-31')).toEqual(months);
    expect(due(registered('LA'), '2026-03-01', '2026-03-30')).toEqual([]);
    expect(due(registered(null, { scheme: 'UNION_ONE_STOP_SHOP' }, 'DE'), '2026-01-01', '2026-12-31')).toEqual([
      '2026-01-01 2026-03-31 2026-04-30',
      '2026-04-01 2026-06-30 2026-07-31',
      '2026-07-01 2026-09-30 2026-10-31',
    ]);
    const imported = registered(null, { scheme: 'IMPORT_ONE_STOP_SHOP', filingFrequency: 'YEARLY' }, 'DE');
    expect(due(imported, '2026-03-01', '2026-03-31')).toEqual(['2026-02-01 2026-02-28 2026-03-31']);
  });
});
