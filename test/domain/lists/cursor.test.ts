import { describe, expect, it } from 'vitest';
import {
  encodeJurisdictionCursor,
  encodeNewestFirstCursor,
  encodeOrderedCursor,
  jurisdictionCursor,
  newestFirstCursor,
  type OrderField,
  orderedCursor,
} from '../../../src/domain/lists/cursor.ts';

const id = '0190b4a0-0000-7000-8000-000000000000';
const at = '2026-07-01T10:00:00.123Z';
const base64 = (text: string) => Buffer.from(text).toString('base64url');
const forge = (...parts: unknown[]) => base64(JSON.stringify(parts));
const foreign = [
  expect.objectContaining({
    params: { code: 'INVALID_FORMAT' },
    message: 'The cursor does not belong to this list.',
  }),
];

const ofCustomers = newestFirstCursor('customers');
const byCreation = orderedCursor('customers', { field: 'createdAt', direction: 'DESC' });

describe('a cursor of a list newest first', () => {
  it('returns the position, and is safe in a URL', () => {
    const position = { createdAt: new Date(at), serviceId: id };
    const cursor = encodeNewestFirstCursor('customers', position);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(ofCustomers.parse(cursor)).toEqual(position);
  });

  it.each([
    ['', 'nothing'],
    ['???', 'invalid base64'],
    [base64('{}'), 'an object'],
    [base64(`["customers"`), 'broken JSON'],
    [forge('customers', at), 'a position without an id'],
    [forge('customers', at, id, id), 'a position with two ids'],
    [forge('customers', at, 'x'.repeat(36)), 'an invalid id'],
    [forge('customers', 1_751_364_000_000, id), 'an instant as a number'],
    [forge('customers', '9999999-01-01T00:00:00.000Z', id), 'a year that the store cannot compare'],
    [forge('customers', '2026-02-30T10:00:00.000Z', id), 'a day that does not exist'],
    [forge('exemptions', at, id), 'a cursor of another list'],
    [forge('customers', 'createdAt', 'DESC', at, id), 'a cursor of the ordered list'],
  ])('is rejected if forged: %s (%s)', (cursor) => {
    expect(ofCustomers.safeParse(cursor).error?.issues).toEqual(foreign);
  });
});

describe('a cursor of an ordered list', () => {
  it('returns the position', () => {
    const position = { values: [at], serviceId: id };
    const cursor = encodeOrderedCursor('customers', { field: 'createdAt', direction: 'DESC' }, position);
    expect(byCreation.parse(cursor)).toEqual(position);
  });

  it('of several fields returns the position, and belongs to no other order', () => {
    const order = {
      field: 'taxDate',
      direction: 'DESC',
      thenBy: [{ field: 'externalId', direction: 'ASC' }],
    } as const;
    const position = { values: ['2026-07-01', 'INV-1'], serviceId: id };
    const cursor = encodeOrderedCursor('transactions', order, position);
    expect(orderedCursor('transactions', order).parse(cursor)).toEqual(position);
    for (const other of [
      { field: 'taxDate', direction: 'DESC' },
      { ...order, thenBy: [{ field: 'externalId', direction: 'DESC' }] },
      { ...order, thenBy: [...order.thenBy, { field: 'taxAmount', direction: 'ASC' }] },
    ] as const) {
      const { error } = orderedCursor('transactions', other).safeParse(cursor);
      expect(error?.issues[0]?.message).toContain('created with a different order');
    }
    const forged = forge('transactions', 'taxDate', 'DESC', '2026-07-01', id, ['taxAmount', 'ASC', 'NaN']);
    const byTax = { ...order, thenBy: [{ field: 'taxAmount', direction: 'ASC' }] } as const;
    expect(orderedCursor('transactions', byTax).safeParse(forged).error?.issues).toEqual(foreign);
  });

  it.each([
    ['createdAt', '0000-01-01T00:00:00.000Z', 'year 0'],
    ['createdAt', '2026-02-30T10:00:00.000Z', 'a day that does not exist'],
    ['createdAt', '2026-07-01T99:00:00.000Z', 'an hour that does not exist'],
    ['createdAt', '2026-07-01Tnonsense', 'an instant followed by text'],
    ['taxDate', '0000-01-01', 'a day of year 0'],
    ['taxDate', '2026-02-30', 'a day that does not exist'],
    ['taxAmount', '1e999999', 'an exponent'],
    ['finalTransactionAmount', 'NaN', 'not a number'],
    ['externalId', 'a\0b', 'text that the store cannot keep'],
    ['salary', '1', 'a field that no list is ordered by'],
  ])('is rejected if forged: %s %j (%s)', (field, value) => {
    const cursor = orderedCursor('transactions', { field: field as OrderField, direction: 'DESC' });
    const forged = forge('transactions', field, 'DESC', value, id);
    expect(cursor.safeParse(forged).error?.issues).toEqual(foreign);
  });

  it('is rejected by another list and by another order', () => {
    expect(byCreation.safeParse(forge('transactions', 'createdAt', 'DESC', at, id)).error?.issues).toEqual(foreign);
    expect(byCreation.safeParse(forge('customers', 'createdAt', 'ASC', at, id)).error?.issues).toMatchObject([
      { params: { code: 'WRONG_ORDER' } },
    ]);
  });
});

describe('a cursor of a jurisdiction', () => {
  it('returns the key, and is rejected if forged', () => {
    expect(jurisdictionCursor.parse(encodeJurisdictionCursor('US-MN'))).toBe('US-MN');
    for (const forged of ['', forge('jurisdictions', ''), forge('jurisdictions', 1), forge('customers', at, id)]) {
      expect(jurisdictionCursor.safeParse(forged).error?.issues).toEqual(foreign);
    }
  });
});
