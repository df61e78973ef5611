import { expect, it } from 'vitest';
import { enterSmallHeap } from '../../../src/rest/http/small-heap.ts';

it('may be entered by many at once, and left in any order, and more than once', async () => {
  const [first, second] = [enterSmallHeap(), enterSmallHeap()];
  first();
  first();
  const third = enterSmallHeap();
  second();
  third();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(enterSmallHeap()()).toBeUndefined();
});
