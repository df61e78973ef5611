import { expect, it } from 'vitest';
import { inTurns, type Steps } from '../../../../src/rates/book/files/steps.ts';

function* stepsOf(count: number, work: () => void): Steps<string> {
  for (let step = 0; step < count; step += 1) {
    work();
    yield;
  }
  return 'done';
}

/** The number of turns of the event loop in which other work could run before the steps ended. */
async function turnsDuring(steps: Steps<string>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  expect(await inTurns(steps)).toBe('done');
  clearImmediate(next);
  return turns;
}

function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('takes a turn for each long step', async () => {
  expect(await turnsDuring(stepsOf(20, () => workFor(4)))).toBeGreaterThanOrEqual(20);
});

it('joins short steps, so that a busy process finishes them', async () => {
  const turns = await turnsDuring(stepsOf(30_000, () => {}));
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(turns).toBeLessThan(3_000);
});
