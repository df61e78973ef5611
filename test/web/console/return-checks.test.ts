import { describe, expect, it } from 'vitest';
import {
  checksVariables,
  documentChecks,
  noticeTitle,
  ownChecks,
} from '../../../src/web/console/views/return/checks.ts';
import { keyFrom, neighbourOf, restPath } from '../../../src/web/console/views/return/return-key.ts';

const key = keyFrom({ place: 'US-MN', period: '2026-10' }, null)!;
const days = { from: '2026-10-01', to: '2026-10-31' };

const listed = (count: number, hasNextPage = false) => ({
  nodes: Array.from({ length: count }, () => ({ taxDate: '2026-10-02' })),
  pageInfo: { hasNextPage },
});
const row = (reason: string, taxCode: string | null, sales: string, uncollected = '0') => ({
  key: { reason, taxCode },
  amounts: { currency: 'USD', grossSalesAmount: sales, uncollectedAmount: uncollected },
});

const nothing = {
  liability: { rows: [] },
  late: listed(0),
  missed: listed(0),
  orders: listed(0),
  ruleCoverage: { places: [{ oneSourceCodes: ['C1S9'], noSourceCodes: ['C4S2'] }] },
};
type Found = Parameters<typeof documentChecks>[0];
const checksOf = (found: object, status = 'DRAFT') =>
  documentChecks({ ...nothing, ...found } as Found, { key, days, status }).map(({ key, tone, title, href }) => [
    key,
    tone,
    title,
    href,
  ]);

describe('the checks of a return', () => {
  it('find nothing in a return that is in order', () => {
    const rows = [row('TAXED', 'C1S1', '100.00'), row('CUSTOMER_EXEMPT', 'C1S1', '50.00')];
    expect(checksOf({ liability: { rows } })).toEqual([]);
    expect(ownChecks({ days, status: 'DRAFT', notices: [], today: '2026-11-01' })).toEqual([]);
  });

  it('add up what bears no tax although it may, with its documents', () => {
    const rows = [
      row('NOT_COVERED', 'C1S1', '10.10', '10.10'),
      row('NOT_COVERED', 'C1S2', '0.20', '0.20'),
      row('NOT_COLLECTING', 'C1S1', '5.00', '5.00'),
      row('MANUAL_RATE', 'C1S1', '7.00'),
    ];
    const there = '/console/documents?reported=2026-10-01..2026-10-31&country=US&state=MN';
    expect(checksOf({ liability: { rows } })).toEqual([
      ['not-covered', 'bad', '$10.30 without tax, for lack of coverage', `${there}&reason=NOT_COVERED`],
      ['not-collecting', 'warn', '$5.00 without tax, not collected', `${there}&reason=NOT_COLLECTING`],
      ['manual', 'plain', '$7.00 at manual rates', `${there}&reason=MANUAL_RATE`],
    ]);
  });

  it('say how certain the rules behind the sales are', () => {
    const rows = [row('TAXED', 'C1S9', '40.00'), row('TAXED', 'C4S2', '3.50'), row('TAXED', null, '1.00')];
    const [uncertain, withoutRule, ...others] = checksOf({ liability: { rows } });
    expect(uncertain).toEqual([
      'uncertain',
      'warn',
      '$40.00 with a single source',
      '/console/documents?reported=2026-10-01..2026-10-31&country=US&state=MN&taxCode=C1S9',
    ]);
    expect(withoutRule?.slice(0, 3)).toEqual(['without-rule', 'plain', '$3.50 without a specific rule']);
    expect(others).toEqual([]);
  });

  it('count late and open documents up to a page', () => {
    expect(checksOf({ late: listed(1), orders: listed(20, true) })).toEqual([
      [
        'late',
        'plain',
        '1 document from an earlier period',
        '/console/documents?reported=2026-10-01..2026-10-31&country=US&state=MN&to=2026-09-30',
      ],
      [
        'orders',
        'plain',
        'More than 20 estimates and orders not invoiced',
        '/console/documents?country=US&state=MN&from=2026-10-01&to=2026-10-31&type=ESTIMATE,SALES_ORDER',
      ],
    ]);
  });

  it('name documents that came after filing once it is filed', () => {
    expect(checksOf({ missed: listed(2) })).toEqual([]);
    expect(checksOf({ missed: listed(2) }, 'FILED')).toEqual([
      [
        'missed',
        'warn',
        '2 documents arrived after filing',
        '/console/documents?country=US&state=MN&from=2026-10-01&to=2026-10-31&filing=NOT_FILED',
      ],
    ]);
  });

  it('say that a period has not ended, that filing did not finish, and what notices say', () => {
    const titles = (status: string, today: string, notices: { code: string; message: string }[] = []) =>
      ownChecks({ days, status, notices, today }).map(({ key, title }) => [key, title]);
    expect(titles('DRAFT', '2026-10-31')).toEqual([['not-ended', 'The period has not ended']]);
    expect(titles('FILING', '2026-11-20')).toEqual([['halfway', 'The last step did not finish']]);
    const notice = { code: 'EXCHANGE_RATE_MISSING', message: 'No rate of BRL.' };
    expect(titles('FILED', '2026-11-20', [notice])).toEqual([['notice 0', 'Exchange rate missing']]);
    expect(noticeTitle('LOCAL_CODE_MISSING')).toBe('Local code missing');
  });

  it('ask for the documents of the period, and for late ones by their tax date', () => {
    const { counted, late, missed, orders } = checksVariables(key, days);
    expect(counted).toEqual({ period: { month: '2026-10' }, country: 'US', state: 'MN' });
    expect(late).toEqual({ taxDate: { lt: '2026-10-01' } });
    expect(missed).toMatchObject({ state: { eq: 'MN' }, transactionFilingStatus: { eq: 'NOT_FILED' } });
    // An order may be paid before its invoice.
    expect(orders).toMatchObject({ transactionStatus: { ne: 'CANCELLED' }, isConverted: false });
  });
});

describe('the return that an address names', () => {
  it('has a place, a period and a scheme', () => {
    expect(keyFrom({ place: 'DE', period: '2026-Q3' }, 'UNION_ONE_STOP_SHOP')).toEqual({
      place: 'DE',
      country: 'DE',
      state: null,
      period: '2026-Q3',
      scheme: 'UNION_ONE_STOP_SHOP',
    });
    expect(keyFrom({ place: 'minnesota', period: '2026-10' }, null)).toBe(null);
    expect(keyFrom({ place: 'US-MN', period: '2026-13' }, null)).toBe(null);
    expect(keyFrom({ place: 'US-MN', period: '2026-10' }, 'OTHER')).toBe(null);
  });

  it('has neighbours, and a path in REST', () => {
    expect(neighbourOf(key, -1)?.period).toBe('2026-09');
    expect(restPath(key)).toBe('/v1/returns/place/US-MN/period/2026-10');
    expect(restPath({ ...key, scheme: 'IMPORT_ONE_STOP_SHOP' })).toBe(
      '/v1/returns/scheme/IMPORT_ONE_STOP_SHOP/place/US-MN/period/2026-10',
    );
  });
});
