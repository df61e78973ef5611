import { describe, expect, it } from 'vitest';
import { TollgateError } from '../../../src/shops/client/entrance.ts';
import { outcomeOf } from '../../../src/shops/shared/outcome.ts';
import { saleMark } from '../../../src/shops/shared/tax-basis.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const errorOf = (kind: string, code: string, retryAfter?: number) =>
  new TollgateError({ kind, code, message: 'No', retryAfter });
const out = errorOf('Unavailable', 'UNAVAILABLE');
const known = { isOut: false };

describe('a document that could not be sent', () => {
  it.each([
    ['InvalidInput', 'ERR-ADDR-001', 'the address'],
    ['InvalidInput', 'INVALID_INPUT', 'a tax code'],
    ['NotFound', 'INVOICE_NOT_FOUND', 'a refund whose invoice failed'],
    ['Conflict', 'KEY_TAKEN', 'the key of another document'],
    ['Conflict', 'REFUND_MISMATCH', 'a refund of something else'],
    ['OverRefund', 'OVER_REFUND', 'more than was sold'],
    ['PeriodClosed', 'PERIOD_CLOSED', 'a filed period'],
    ['InsufficientCoverage', 'INSUFFICIENT_COVERAGE', 'a place that is not known well enough'],
    ['Refused', 'BODY_TOO_LARGE', 'too many lines'],
  ])('needs a person at once after %s %s: %s', (kind, code) => {
    expect(outcomeOf({ error: errorOf(kind, code), ...known, age: 0 })).toMatchObject({
      state: 'FAILED',
      reason: 'No',
      message: 'failed and needs manual correction: No',
    });
  });

  it.each([
    ['Unavailable', 'UNAVAILABLE', 'the gateway is gone'],
    ['TimedOut', 'TIMED_OUT', 'it is frozen'],
    ['TooManyRequests', 'TOO_MANY_REQUESTS', 'it is busy'],
    ['Internal', 'INTERNAL', 'it has a fault'],
    ['Unauthenticated', 'INVALID_CLIENT', 'the secret was rotated, and all documents wait for it'],
    ['Forbidden', 'FORBIDDEN', 'a scope is missing'],
    ['Conflict', 'CONFLICT', 'another request changed the record'],
    ['Refused', 'REQUEST_TIMEOUT', 'the network was slow'],
    ['NotFound', 'HTTP_404', 'a proxy answered during a deployment'],
  ])('waits after %s %s: %s', (kind, code) => {
    const error = errorOf(kind, code);
    expect(outcomeOf({ error, ...known, age: 0 })).toMatchObject({ state: 'WAITING', message: 'is pending: No' });
    expect(outcomeOf({ error, ...known, age: 14 * day + 1 })).toMatchObject({
      state: 'FAILED',
      message: 'failed after 14 days and needs manual correction: No',
    });
  });

  it('waits after a fault of the connector, which a newer version may cure', () => {
    expect(outcomeOf({ error: new TypeError('x'), ...known, age: 0, retryDays: 1 }).state).toBe('WAITING');
    expect(outcomeOf({ error: new TypeError('x'), ...known, age: 2 * day, retryDays: 1 }).state).toBe('FAILED');
  });

  it.each([
    [errorOf('Internal', 'INTERNAL'), 60 * minute, 15 * minute, 'after an hour of internal errors'],
    [errorOf('TimedOut', 'TIMED_OUT'), 5 * day, 15 * minute, 'after days of time-outs: they may be an outage'],
    [out, 13 * day, 30_000, 'while the gateway is out, always the same: for days'],
    [errorOf('Unavailable', 'UNAVAILABLE', 120), 0, 120_000, 'as long as the gateway asks for'],
    [errorOf('Unavailable', 'UNAVAILABLE', 1), 0, 30_000, 'not shorter than the setting'],
    [errorOf('Forbidden', 'FORBIDDEN'), 0, 30_000, 'with wrong credentials at first'],
    [errorOf('Forbidden', 'FORBIDDEN'), 60 * minute, 15 * minute, 'after an hour of them'],
    [errorOf('Forbidden', 'FORBIDDEN'), 5 * day, 360 * minute, 'after days: four times a day'],
  ])('%s waits after %i ms for %i ms (%s)', (error, age, pause) => {
    expect(outcomeOf({ error, isOut: error.kind === 'Unavailable', age }).pause).toBe(pause);
  });
});

it.each([
  [['GATEWAY', 'GATEWAY'], null],
  [[], null],
  [['UNTAXED', 'UNTAXED'], 'UNTAXED'],
  [['GATEWAY', 'UNTAXED'], 'ESTIMATED'],
  [['ESTIMATED', 'UNTAXED'], 'ESTIMATED'],
  [['GATEWAY', 'ESTIMATED'], 'ESTIMATED'],
] as const)('marks a sale with lines of %j as %s', (bases, mark) => {
  expect(saleMark(bases)).toBe(mark);
});
