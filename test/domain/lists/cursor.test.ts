import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../src/domain/lists/cursor.ts';

const position = { createdAt: new Date('2026-07-01T10:00:00.123Z'), serviceId: '0197c4a8-1111-7aaa-8bbb-123456789abc' };

it('gives a position back, and is safe in a URL', () => {
  const cursor = encodeCursor(position);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(decodeCursor(cursor, 'cursor')).toEqual(position);
});

it.each(['', 'x', 'AAAA', Buffer.from('1.not-a-uuid').toString('base64url')])(
  'refuses %j and names the field',
  (cursor) => {
    expect(() => decodeCursor(cursor, 'after')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  },
);
