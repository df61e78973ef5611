import { expect, it } from 'vitest';
import { coversType, eventTypePatterns } from '../../../src/domain/webhooks/event-types.ts';

it.each([
  [['transaction.created'], 'transaction.created', true],
  [['transaction.created'], 'transaction.updated', false],
  [['transaction.*'], 'transaction.updated', true],
  [['transaction.*'], 'customer.updated', false],
  [['customer.created', 'exemption.*'], 'exemption.cancelled', true],
  [['*'], 'rate_book.activated', true],
] as const)('%s covers %s: %s', (patterns, type, expected) => {
  expect(coversType(patterns, type)).toBe(expected);
});

it('names every group', () => {
  expect(eventTypePatterns.filter((pattern) => pattern.endsWith('*'))).toEqual([
    'transaction.*',
    'customer.*',
    'exemption.*',
    'certificate.*',
    'tax_return.*',
    'nexus.*',
    'rate.*',
    'rate_book.*',
    '*',
  ]);
});
