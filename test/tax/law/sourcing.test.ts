import { expect, it } from 'vitest';
import { sourcedBy } from '../../../src/tax/law/sourcing.ts';

it.each([
  ['TX', 'TX', 'ORIGIN', 'ORIGIN', 'both ends in an origin state'],
  ['TX', 'OK', 'ORIGIN', 'DESTINATION', 'across state lines the destination decides'],
  ['TX', null, 'ORIGIN', 'ORIGIN_UNKNOWN', 'the origin would decide, but is not known'],
  ['MN', 'MN', 'DESTINATION', 'DESTINATION', 'a destination state'],
  ['CA', 'CA', 'MIXED', 'DESTINATION', 'the uniform rate is the same at both ends'],
  ['MN', null, 'DESTINATION', 'DESTINATION', 'the origin does not matter'],
] as const)('to %s from %s (%s): %s, %s', (destinationState, originState, sourcing, expected, _why) => {
  expect(sourcedBy({ destinationState, originState, sourcing })).toBe(expected);
});
