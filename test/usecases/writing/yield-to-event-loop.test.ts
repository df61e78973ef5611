import { stat } from 'node:fs';
import { expect, it } from 'vitest';
import { inLaterTurn } from '../../../src/usecases/writing/yield-to-event-loop.ts';

it('continues long work after what is due, also if the work began while input was read', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    stat('.', () => {
      setTimeout(() => order.push('another request'), 1);
      const until = performance.now() + 5;
      while (performance.now() < until);
      inLaterTurn(() => {
        order.push('long work');
        resolve();
      });
    });
  });
  expect(order).toEqual(['another request', 'long work']);
});
