import { expect, it } from 'vitest';
import { failureOf } from '../../../src/web/console/base/failure.ts';
import { baseTexts } from '../../../src/web/console/texts/base.ts';

it.each([
  ['the sums of an upgraded store are still counted', 'STILL_COUNTING'],
  ['the gateway starts', 'NOT_READY'],
])('retries automatically while %s', (_when, code) => {
  const sent = { message: 'Try again later.', extensions: { code, retryAfter: 5 } };
  const failure = failureOf(sent, 200, new Headers());
  expect(failure).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
  expect(baseTexts.failures.unavailable.text).toContain('This page retries automatically');
});
