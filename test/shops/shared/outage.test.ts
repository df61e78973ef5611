import { expect, it } from 'vitest';
import { TollgateError } from '../../../src/shops/client/entrance.ts';
import { createOutageCheck } from '../../../src/shops/shared/outage.ts';

const errorOf = (kind: string) => new TollgateError({ kind, code: 'X', message: 'No' });

it.each([
  ['Unavailable', true],
  ['TooManyRequests', true],
  ['TimedOut', false],
  ['Internal', false],
  ['InvalidInput', false],
])('%s of one document is an outage: %s', (kind, isOut) => {
  const check = createOutageCheck();
  for (const _ of [1, 2]) expect(check.isOutage(errorOf(kind), 'one')).toBe(isOut);
});

it('a time-out of another document is an outage, unless the gateway responded in between', () => {
  const check = createOutageCheck();
  const timesOut = (document: string) => check.isOutage(errorOf('TimedOut'), document);
  expect([timesOut('one'), timesOut('other')]).toEqual([false, true]);
  check.responded();
  expect(timesOut('one')).toBe(false);
  check.isOutage(errorOf('Internal'), 'one');
  expect(timesOut('other')).toBe(false);
});
