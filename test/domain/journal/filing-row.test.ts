import { describe, expect, it } from 'vitest';
import { accountFinders, journalSettings } from '../../../src/domain/account/journal-settings.ts';
import { filingRows } from '../../../src/domain/journal/filing-row.ts';

// biome-ignore lint/suspicious/noExplicitAny: only the members that decide
type Some = any;

const { filedAccountOf } = accountFinders(journalSettings.parse({ chart: 'SKR04' }), 'DE', () => true);

function rowsOf(of: object, now: object, before: object | null = null, currency = 'EUR') {
  const filing: Some = {
    of: { serviceId: 'r', country: 'DE', state: null, scheme: 'STANDARD', from: '2026-04-01', to: '2026-06-30', ...of },
    number: before ? 2 : 1,
    filedAt: new Date('2026-07-31T23:30:00Z'),
    payment: null,
  };
  const kept = (totals: object): Some => ({ payment: null, totals: { totals: [], notices: [], ...totals } });
  const rows = filingRows(filing, kept(now), before && kept(before), { currency, accountOf: filedAccountOf });
  return rows.map(({ role, place, account, debitAmount, creditAmount, currency: of }) =>
    [role, place, account, debitAmount ?? '', creditAmount ?? '', of].join(' '),
  );
}

describe('a return of the one-stop shop', () => {
  const scheme = { scheme: 'UNION_ONE_STOP_SHOP' };
  const balances = (amounts: Record<string, string>, taxAmount: string) => ({
    oneStopShop: {
      currency: 'EUR',
      taxAmount,
      balances: Object.entries(amounts).map(([memberState, tax]) => ({ memberState, taxAmount: tax })),
    },
  });

  it('posts the tax of each member state, which pays back a negative balance itself', () => {
    expect(rowsOf(scheme, balances({ FR: '20', IT: '-5.5' }, '20'))).toEqual([
      'FILED_TAX FR 3817 20  EUR',
      'FILED_TAX IT 3817  5.5 EUR',
      'AUTHORITY DE 3700  20 EUR',
      'AUTHORITY IT 3700 5.5  EUR',
    ]);
  });

  it('posts the difference, also for a member state without a balance', () => {
    expect(rowsOf(scheme, balances({ FR: '22' }, '22'), balances({ FR: '20', IT: '-5.5' }, '20'))).toEqual([
      'FILED_TAX FR 3817 2  EUR',
      'AUTHORITY DE 3700  2 EUR',
      'FILED_TAX IT 3817 5.5  EUR',
      'AUTHORITY IT 3700  5.5 EUR',
    ]);
  });
});

it('posts tax in the currency of the place if the return converted it, and in its own currency otherwise', () => {
  const totals = [
    { currency: 'EUR', taxAmount: '19' },
    { currency: 'USD', taxAmount: '10', reportingAmounts: { currency: 'EUR', taxAmount: '8.5' } },
    { currency: 'CHF', taxAmount: '3', reportingAmounts: null },
  ];
  expect(rowsOf({}, { totals })).toEqual([
    'FILED_TAX DE 3820 27.5  EUR',
    'FILED_TAX DE 3820 3  CHF',
    'AUTHORITY DE 3700  27.5 EUR',
    'AUTHORITY DE 3700  3 CHF',
  ]);
});
