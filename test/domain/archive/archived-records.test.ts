import { expect, it } from 'vitest';
import { requireSound } from '../../../src/domain/archive/archived-records.ts';

it('names the place of a mistake, if there is one', () => {
  const check = (row: string) => () => requireSound({ table: 'changes', row }, 3);
  expect(check('{"members":{"name":[1]}}')).toThrow(
    /^Line 3 of the archive, in changes, is invalid at members\.name: /,
  );
  expect(check('[]')).toThrow(/^Line 3 of the archive, in changes, is invalid: /);
});
