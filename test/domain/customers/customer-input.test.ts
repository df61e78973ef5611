import { describe, expect, it } from 'vitest';
import { issuesOf } from '../../../src/domain/base/parse-input.ts';
import { customerInput, customerPatch } from '../../../src/domain/customers/customer-input.ts';

const dates = { createdDate: '2026-07-01', updatedDate: '2026-07-02T10:00:00+02:00' };

describe('customerInput', () => {
  it('accepts the minimum, with null for the rest', () => {
    expect(customerInput.parse({ externalId: 7, source: 9, externalTimestamps: dates })).toEqual({
      externalId: '7',
      source: '9',
      name: null,
      address: null,
      email: null,
      customerType: 'RETAIL',
      externalTimestamps: dates,
      comment: null,
      taxNumber: null,
    });
  });

  it('ignores read-only and unknown fields, and treats null as absent', () => {
    const parsed = customerInput.parse({
      externalId: 'c',
      source: '1',
      externalTimestamps: dates,
      serviceId: 'x',
      internalTimestamps: {},
      colour: 'red',
      customerType: null,
      address: { city: 'Austin', county: null },
    });
    expect(parsed.customerType).toBe('RETAIL');
    expect(parsed.address).toMatchObject({ city: 'Austin', county: null, isPartial: null });
    expect(parsed).not.toHaveProperty('serviceId');
    expect(parsed).not.toHaveProperty('colour');
  });

  it('finds all errors at once', () => {
    const parsed = customerInput.safeParse({
      externalId: '',
      source: '11',
      name: 'n'.repeat(257),
      comment: 'c'.repeat(201),
      customerType: 'WHOLESALE',
      address: { city: 'c'.repeat(101), country: 'c'.repeat(51), region: 'r'.repeat(21), zip: 'z'.repeat(21) },
      externalTimestamps: { createdDate: 'soon' },
    });
    expect(issuesOf(parsed.error!).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
      'externalId TOO_SHORT',
      'source INVALID_FORMAT',
      'name TOO_LONG',
      'address.city TOO_LONG',
      'address.country TOO_LONG',
      'address.region TOO_LONG',
      'address.zip TOO_LONG',
      'customerType UNKNOWN_VALUE',
      'externalTimestamps.createdDate INVALID_FORMAT',
      'externalTimestamps.updatedDate REQUIRED',
      'comment TOO_LONG',
    ]);
  });
});

describe('customerPatch', () => {
  it('rejects unknown fields at any depth, and ignores those of responses', () => {
    const parsed = customerPatch.safeParse({ nmae: 'x', address: { ctiy: 'y' }, serviceId: 'z' });
    expect(
      issuesOf(parsed.error!)
        .map(({ path, code }) => `${path.join('.')} ${code}`)
        .sort(),
    ).toEqual(['address.ctiy UNKNOWN_FIELD', 'nmae UNKNOWN_FIELD']);
  });
});
