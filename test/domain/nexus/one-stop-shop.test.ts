import { expect, it } from 'vitest';
import { schemeOf } from '../../../src/domain/nexus/one-stop-shop.ts';

it.each([
  ['UNION_ONE_STOP_SHOP', 'IM2500000012', 'IMPORT_ONE_STOP_SHOP'],
  ['UNION_ONE_STOP_SHOP', 'im 250 000 0012', 'IMPORT_ONE_STOP_SHOP'],
  ['UNION_ONE_STOP_SHOP', 'DE136695976', 'UNION_ONE_STOP_SHOP'],
  ['STANDARD', 'IM2500000012', 'STANDARD'],
] as const)('the scheme of a registration under %s with the number %s is %s', (scheme, number, expected) => {
  expect(schemeOf({ scheme, number })).toBe(expected);
});
