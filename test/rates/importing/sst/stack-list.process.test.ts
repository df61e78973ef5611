import { expect, it } from 'vitest';
import type { IndexedState } from '../../../../src/ports/rate-book-index.ts';
import { StackList } from '../../../../src/rates/importing/sst/stack-list.ts';

it('refuses and does not keep sets of jurisdictions beyond the limit', () => {
  const list = new StackList({} as IndexedState);
  const indexOf = (number: number) => {
    const code = String(number).padStart(8, '0');
    return list.indexOf([...Array(23).fill(''), '27', code.slice(0, 3), code.slice(3)]);
  };
  for (let number = 1; number <= 100_000; number++) indexOf(number);
  expect([indexOf(1), indexOf(100_000)]).toEqual([0, 99_999]);
  expect([indexOf(100_001), indexOf(100_002)]).toEqual(Array(2).fill(expect.stringContaining('more than 100000')));
  expect(list.stacks).toHaveLength(100_000);
});
