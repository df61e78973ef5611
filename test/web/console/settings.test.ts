import { describe, expect, it } from 'vitest';
import { filterOf } from '../../../src/web/console/base/list-filters.ts';
import { accountTexts } from '../../../src/web/console/texts/settings.ts';
import { type Account, changesIn, sections, valueIn } from '../../../src/web/console/views/settings/account-form.ts';
import {
  auditFilters,
  auditPath,
  clientFilters,
  deliveryFilters,
} from '../../../src/web/console/views/settings/filters.ts';
import { changedMembers } from '../../../src/web/console/views/settings/patch.ts';
import { recordLink, recordName } from '../../../src/web/console/views/settings/record-link.ts';
import { allScopes, scopesOfToken } from '../../../src/web/console/views/settings/token-scopes.ts';

const account: Account = {
  name: 'Prairie Books',
  tenantId: '00000000-0000-4000-8000-000000000001',
  kind: 'LIVE',
  homeAddress: { country: 'US', state: 'MN', city: null, zip: '55401' },
  collectionPolicy: 'EVERYWHERE',
  euDistanceSales: 'ABOVE_THRESHOLD',
  oneStopShop: true,
  sellerIsSmallBusiness: false,
  deliveryFees: 'REPORT',
  joinedSimplifiedSellersUseTaxOn: null,
  dayOfInstant: 'AT_HOME',
  latePolicy: 'NEXT_PERIOD',
  defaultCurrency: 'USD',
  reportingCurrency: 'EUR',
  defaultTaxCode: null,
  roundingLevel: 'LINE',
  roundingMode: 'HALF_UP',
  inclusiveRounding: 'TAX',
  exemptInclusivePrice: 'KEEP',
  discountCoversShipping: false,
  shippingTaxMethod: 'OWN_CODE',
  nexusNotices: false,
  expiringSoonDays: 30,
  requireEvidence: false,
  require: { precision: 'ANY', complete: false, taxCode: 'ANY', ratesAsOf: null },
};

/** The form data sent by the browser: unchecked boxes are absent. */
function formOf(changes: Readonly<Record<string, string | null>> = {}): FormData {
  const form = new FormData();
  for (const { name, kind } of sections.flatMap(({ fields }) => fields)) {
    const value = valueIn(account, name);
    const sent = Object.hasOwn(changes, name)
      ? changes[name]!
      : kind !== 'flag'
        ? value
        : value === 'true'
          ? 'on'
          : null;
    if (sent !== null) form.set(name, sent);
  }
  return form;
}

describe('the form of the account', () => {
  it('has each setting once', () => {
    const names = sections.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names)).toEqual(new Set(Object.keys(accountTexts.fields)));
  });

  it('sends what was changed, and nothing else', () => {
    expect(changesIn(account, formOf())).toBeNull();
    const changes = { city: ' Minneapolis ', zip: '', reportingCurrency: '', oneStopShop: null, nexusNotices: 'on' };
    const more = { defaultCurrency: 'eur', expiringSoonDays: '60', complete: 'on', latePolicy: 'REFUSE' };
    expect(changesIn(account, formOf({ ...changes, ...more }))).toEqual({
      homeAddress: { city: 'Minneapolis', zip: null },
      oneStopShop: false,
      nexusNotices: true,
      defaultCurrency: 'EUR',
      reportingCurrency: null,
      expiringSoonDays: 60,
      latePolicy: 'REFUSE',
      require: { complete: true },
    });
  });
});

describe('the lists', () => {
  it('ask for what the address says', () => {
    const query = new URLSearchParams('record=CLIENT&by=client_1&key=9/INV-1&from=2026-07-01&to=2026-07-31');
    expect(filterOf(auditFilters(new Map()), query)).toEqual({
      recordType: { eq: 'CLIENT' },
      clientId: { eq: 'client_1' },
      recordKey: { eq: '9/INV-1' },
      occurredAt: {
        gte: new Date('2026-07-01T00:00:00').toISOString(),
        lt: new Date('2026-08-01T00:00:00').toISOString(),
      },
    });
    expect(auditPath(query)).toMatch(
      /^\/v1\/audit_entries\?recordType=CLIENT&clientId=client_1&recordKey=9\/INV-1&since=2026-[\w:.-]+&before=2026-[\w:.-]+$/,
    );
    expect(auditPath(new URLSearchParams('tab=audit'))).toBe('/v1/audit_entries');
    expect(filterOf(clientFilters, new URLSearchParams('status=ACTIVE&q=shop'))).toEqual({
      status: { eq: 'ACTIVE' },
      name: { contains: 'shop' },
    });
    const endpoint = '00000000-0000-4000-8000-000000000002';
    expect(filterOf(deliveryFilters(new Map()), new URLSearchParams(`status=FAILED&endpoint=${endpoint}`))).toEqual({
      status: { eq: 'FAILED' },
      endpointId: { eq: endpoint },
    });
  });

  it('leave out what nobody could mean', () => {
    expect(filterOf(auditFilters(new Map()), new URLSearchParams('record=toString&from=yesterday&key=+'))).toEqual({});
    expect(filterOf(clientFilters, new URLSearchParams('status=GONE&q='))).toEqual({});
    expect(filterOf(deliveryFilters(new Map()), new URLSearchParams('status=1&endpoint=2'))).toEqual({});
  });
});

describe('an entry of the audit trail', () => {
  const id = '00000000-0000-4000-8000-000000000003';
  it.each([
    ['TRANSACTION', id, '9/INV-1', `/console/documents/${id}`],
    ['CUSTOMER', id, '9/C-1', `/console/customers/${id}`],
    ['EXEMPTION', id, `${id}/US/MN`, `/console/certificates/${id}`],
    ['NEXUS', null, 'US/MN', '/console/nexus/US-MN'],
    ['NEXUS', null, 'CA/CA-QC', '/console/nexus/CA-QC'],
    ['NEXUS', null, 'DE', '/console/nexus/DE'],
    ['TAX_RETURN', id, 'US/MN/2026-06-01/2026-06-30', '/console/returns/US-MN/2026-06'],
    ['TAX_RETURN', id, 'US/WI/2026-04-01/2026-06-30', '/console/returns/US-WI/2026-Q2'],
    [
      'TAX_RETURN',
      id,
      'DE/UNION_ONE_STOP_SHOP/2026-07-01/2026-09-30',
      '/console/returns/DE/2026-Q3?scheme=UNION_ONE_STOP_SHOP',
    ],
    ['TAX_RETURN', id, 'FR/2026-01-01/2026-12-31', '/console/returns/FR/2026'],
    ['TAX_RETURN', id, 'FR/2026-01-05/2026-02-03', '/console/returns/FR/2026-01-05..2026-02-03'],
    ['ACCOUNT', null, '', '/console/settings'],
    ['CLIENT', null, 'client_1', '/console/settings?tab=clients'],
    ['WEBHOOK_ENDPOINT', id, '', '/console/settings?tab=webhooks'],
    ['OF_A_LATER_RELEASE', id, '', null],
  ])('of %s leads to its record (%s, %s)', (recordType, recordId, recordKey, link) => {
    expect(recordLink({ recordType, recordId, recordKey })).toBe(link);
  });

  it.each([
    ['TRANSACTION', '9/INV-1', 'INV-1'],
    ['CUSTOMER', '9/C/1', 'C/1'],
    ['NEXUS', 'US/MN', 'Minnesota'],
    ['TAX_RETURN', 'US/WI/2026-04-01/2026-06-30', 'Wisconsin, Q2 2026'],
    ['EXEMPTION', 'id/US/TX/TX-1', 'US/TX/TX-1'],
    ['CLIENT', 'client_1', 'Web shop'],
    ['CLIENT', 'client_2', 'client_2'],
    ['ACCOUNT', '', ''],
  ])('of %s with the key %s is called %s', (recordType, recordKey, name) => {
    expect(recordName({ recordType, recordId: null, recordKey }, new Map([['client_1', 'Web shop']]))).toBe(name);
  });

  it('says what each member was and is', () => {
    const patch = [
      { op: 'test', path: '/name', value: 'Prairie' },
      { op: 'replace', path: '/name', value: 'Prairie Books' },
      { op: 'add', path: '/a~1b', value: { c: 1 } },
      { op: 'test', path: '/gone', value: false },
      { op: 'remove', path: '/gone', value: null },
      { op: 'add', path: '/long', value: 'x'.repeat(300) },
    ];
    expect(changedMembers(patch)).toEqual([
      { name: 'name', before: 'Prairie', after: 'Prairie Books' },
      { name: 'a/b', before: null, after: '{"c":1}' },
      { name: 'gone', before: 'false', after: null },
      { name: 'long', before: null, after: `${'x'.repeat(200)} …` },
    ]);
  });
});

describe('the scopes of a token', () => {
  const tokenOf = (claims: object) =>
    `Bearer e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sig`;

  it('are those that it names', () => {
    expect(scopesOfToken(tokenOf({ scope: 'admin tax:read of:others ÿÿÿ' }))).toEqual(['tax:read', 'admin']);
  });

  it('are all if it does not say', () => {
    expect(scopesOfToken(undefined)).toEqual(allScopes);
    expect(scopesOfToken('Bearer opaque')).toEqual(allScopes);
    expect(scopesOfToken('Bearer a.b.c')).toEqual(allScopes);
    expect(scopesOfToken(tokenOf({ scope: 'openid', roles: ['admin'] }))).toEqual(allScopes);
  });
});
