import { stat } from 'node:fs';
import { expect, it } from 'vitest';
import { createYield, inLaterTurn } from '../../../src/usecases/writing/yield-to-event-loop.ts';

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

it('continues work that has just begun before most of the work that has had turns', async () => {
  const order: string[] = [];
  const work = (name: string) => new Promise<void>((resolve) => inLaterTurn(() => resolve(void order.push(name))));
  const long = Array.from({ length: 5 }, (_, index) => work(`long ${index}`));
  const serveOthers = createYield();
  const until = performance.now() + 15;
  while (performance.now() < until);
  await Promise.all([...long, serveOthers().then(() => order.push('short'))]);
  expect(order.indexOf('short')).toBeLessThan(2);
  expect(order.filter((name) => name !== 'short')).toEqual(['long 0', 'long 1', 'long 2', 'long 3', 'long 4']);
});
