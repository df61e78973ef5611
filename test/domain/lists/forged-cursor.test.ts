import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../src/domain/lists/cursor.ts';
import { decodeOrderedCursor } from '../../../src/domain/lists/ordered-cursor.ts';

const id = '0190b4a0-0000-7000-8000-000000000000';
const base64 = (text: string) => Buffer.from(text).toString('base64url');
const foreign = expect.objectContaining({
  code: 'INVALID_INPUT',
  message: 'The cursor does not belong to this list.',
});

describe('decodeCursor', () => {
  it('reads what encodeCursor wrote', () => {
    const position = { createdAt: new Date('2026-07-01T10:00:00.123Z'), serviceId: id };
    expect(decodeCursor(encodeCursor(position), 'cursor')).toEqual(position);
  });

  it.each([
    ['', 'nothing'],
    ['???', 'no base64'],
    [base64(`999999999999999.${id}`), 'a year that the store cannot compare'],
    [base64(`1751364000000.${'x'.repeat(36)}`), 'an invalid id'],
    [base64(JSON.stringify(['createdAt', 'DESC', '2026-07-01T10:00:00.000Z', id])), 'a cursor of another list'],
  ])('refuses %s (%s)', (cursor) => {
    expect(() => decodeCursor(cursor, 'cursor')).toThrow(foreign);
  });
});

describe('decodeOrderedCursor', () => {
  it.each([
    ['createdAt', '0000-01-01T00:00:00.000Z', 'year 0'],
    ['createdAt', '2026-02-30T99:00:00.000Z', 'an invalid instant'],
    ['createdAt', '2026-07-01Tnonsense', 'an instant followed by text'],
    ['taxDate', '0000-01-01', 'day of year 0'],
    ['taxDate', '2026-02-30', 'an invalid day'],
  ] as const)('refuses %s %s (%s)', (field, value, _reason) => {
    const cursor = base64(JSON.stringify([field, 'DESC', value, id]));
    expect(() => decodeOrderedCursor(cursor, { field, direction: 'DESC' }, 'after')).toThrow(foreign);
  });
});
