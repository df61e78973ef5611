import { describe, expect, it } from 'vitest';
import { filterOf } from '../../../src/web/console/base/list-filters.ts';
import { certificateFilters } from '../../../src/web/console/views/certificates/filters.ts';
import { askedOf, csvPathOf, isListFiltered } from '../../../src/web/console/views/documents/list-query.ts';

const asked = (query: string) => askedOf(new URLSearchParams(query));

describe('the address of a list', () => {
  it('without parameters asks for all', () => {
    expect(asked('')).toEqual({ filter: {}, counted: null, orderBy: { field: 'TAX_DATE', direction: 'DESC' } });
    expect(isListFiltered(new URLSearchParams('after=x&order=TAX_AMOUNT'))).toBe(false);
  });

  it('filters documents as they are', () => {
    const { filter } = asked('q=INV&type=REFUND&status=PAID&state=MN&from=2026-01-01&to=2026-02-01&before=c');
    expect(filter).toEqual({
      externalId: { startsWith: 'INV' },
      transactionType: { eq: 'REFUND' },
      transactionStatus: { eq: 'PAID' },
      state: { eq: 'MN' },
      country: { eq: 'US' },
      taxDate: { gte: '2026-01-01', lte: '2026-02-01' },
    });
  });

  it('filters estimates and orders without an invoice, also as CSV', () => {
    const open = 'type=ESTIMATE,SALES_ORDER';
    const openFilter = { transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] }, isConverted: false };
    expect(asked(open).filter).toEqual({ ...openFilter, transactionStatus: { in: ['ACTIVE', 'PAID'] } });
    expect(asked(`${open}&status=CANCELLED`).filter).toEqual({ ...openFilter, transactionStatus: { eq: 'CANCELLED' } });
    expect(csvPathOf(new URLSearchParams(open))).toContain('transactionStatus=ACTIVE%2CPAID');
    expect(csvPathOf(new URLSearchParams(open))).toContain('transactionType=ESTIMATE%2CSALES_ORDER');
    expect(csvPathOf(new URLSearchParams(open))).toContain('isConverted=false');
    expect(csvPathOf(new URLSearchParams('type=ESTIMATE'))).not.toContain('isConverted');
  });

  it('filters documents to review, also as CSV', () => {
    expect(asked('review=doubtful').filter).toEqual({ isDoubtful: true });
    expect(asked('review=overridden').filter).toEqual({ isOverridden: true });
    expect(asked('review=unproven').filter).toEqual({ lacksCertificateFile: true });
    expect(csvPathOf(new URLSearchParams('review=overridden'))).toContain('isOverridden=true');
    expect(csvPathOf(new URLSearchParams('q=INV'))).not.toContain('&is');
  });

  it('filters certificates by their file', () => {
    const filter = (query: string) => filterOf(certificateFilters, new URLSearchParams(query));
    expect(filter('status=all&file=without')).toEqual({ hasFile: false });
    expect(filter('status=all&file=with')).toEqual({ hasFile: true });
    expect(filter('status=all&file=lost')).toEqual({});
  });

  it('asks for what reports count, by the labels of their rows', () => {
    const { counted, filter } = asked(
      'reported=2026-11-01..2026-11-30&country=US&state=WI&reason=NOT_COVERED&currency=USD',
    );
    expect(counted).toEqual({
      period: { range: { from: '2026-11-01', to: '2026-11-30' } },
      countries: ['US'],
      state: 'WI',
      reason: 'NOT_COVERED',
      taxCode: null,
      rate: null,
      jurisdictionId: null,
      currency: 'USD',
      marketplace: null,
      transactionType: null,
    });
    expect(filter).toEqual({});
  });

  it('counts the documents of a row of liability by its rate', () => {
    expect(asked('reported=2026-10-01&state=MN&rate=0.09025').counted).toMatchObject({ rate: '0.09025' });
    expect(asked('reported=2026-10-01&rate=x').counted).toMatchObject({ rate: null });
  });

  it('lists the documents of a marketplace, or those without one in a row of liability', () => {
    expect(asked('marketplace=Etsy').filter).toEqual({ marketplace: { eq: 'Etsy' } });
    const { counted, filter } = asked('reported=2026-10&marketplace=Etsy');
    expect([counted?.marketplace, filter]).toEqual(['Etsy', {}]);
    expect(asked('reported=2026-10&marketplace=+').counted).toMatchObject({ marketplace: '' });
  });

  it('lists what came after a return was filed', () => {
    expect(asked('from=2026-10-01&to=2026-10-31&filing=NOT_FILED').filter).toEqual({
      taxDate: { gte: '2026-10-01', lte: '2026-10-31' },
      transactionFilingStatus: { eq: 'NOT_FILED' },
    });
  });

  it('ignores values that no list has', () => {
    const { filter, orderBy } = asked('type=NONE&status=x&state=ZZ&order=RANDOM&filing=x');
    expect(filter).toEqual({});
    expect(orderBy).toEqual({ field: 'TAX_DATE', direction: 'DESC' });
  });
});

it.each([
  ['', '/v1/transactions?format=csv&sort=-taxDate'],
  [
    'q=INV&type=REFUND&status=PAID&filing=FILED&state=MN&from=2026-01-01&to=2026-02-01&order=TAX_AMOUNT&after=c',
    '/v1/transactions?externalIdPrefix=INV&transactionType=REFUND&transactionStatus=PAID&state=MN&country=US&from=2026-01-01&to=2026-02-01&transactionFilingStatus=FILED&format=csv&sort=-taxAmount',
  ],
  ['country=DE&currency=EUR', '/v1/transactions?country=DE&currency=EUR&format=csv&sort=-taxDate'],
  [
    'reported=2026-11-01..2026-11-30&country=US&state=WI&rate=0.055&order=CREATED_AT',
    '/v1/liability/transactions?from=2026-11-01&to=2026-11-30&country=US&state=WI&rate=0.055&format=csv&sort=-createdDate',
  ],
  ['marketplace=Etsy', '/v1/transactions?marketplace=Etsy&format=csv&sort=-taxDate'],
  [
    'reported=2026-01-01..2026-11-30&nexus=MARKETPLACE,RESALE&country=US&state=WI',
    '/v1/liability/transactions?from=2026-01-01&to=2026-11-30&country=US&state=WI&byTaxDate=true&excludedSales=MARKETPLACE%2CRESALE&format=csv&sort=-taxDate',
  ],
  [
    'reported=2026-01-01..2026-11-30&nexus=RESALE&country=FR,IT,EU',
    '/v1/liability/transactions?from=2026-01-01&to=2026-11-30&country=FR%2CIT%2CEU&byTaxDate=true&excludedSales=RESALE&format=csv&sort=-taxDate',
  ],
  [
    'reported=2026-11-01..2026-11-30&customer=01980000-0000-7000-8000-00000000d370',
    '/v1/liability/transactions?from=2026-11-01&to=2026-11-30&customerId=01980000-0000-7000-8000-00000000d370&format=csv&sort=-taxDate',
  ],
  ['reported=2026-11-01..2026-11-30&status=PAID', null],
])('the list %j is CSV at %s', (query, path) => {
  expect(csvPathOf(new URLSearchParams(query))).toBe(path);
});
