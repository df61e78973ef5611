import { expect, it } from 'vitest';
import type { RateChange } from '../../../src/domain/lookups/rate-changes.ts';
import type { ReferenceData } from '../../../src/ports/reference-data.ts';
import { placeOfUpdate } from '../../../src/usecases/lookups/place-of-change.ts';
import { reference } from '../../support/context.ts';

const minneapolis = {
  changeId: '0-NOW.US.MN-M43000.RATE',
  country: 'US',
  subdivision: 'MN',
  jurisdiction: { id: 'MN-M43000', level: 'CITY' },
  localJurisdictions: [],
  effectiveOn: '2026-11-21',
} as unknown as RateChange;
/** A book in which Minnesota has no ZIP codes. */
const without: ReferenceData = { ...reference, zipCodes: () => [] };

it('a jurisdiction that an update removes has the ZIP codes of the book in force', async () => {
  const { zips, ...place } = await placeOfUpdate({ version: without, inForce: reference }, minneapolis);
  expect(place).toEqual({ country: 'US', state: 'MN' });
  expect(zips).toContain('55401');
  expect(zips).not.toContain('55001'); // Afton
});

it('any other has those of the update', async () => {
  const place = await placeOfUpdate({ version: reference, inForce: without }, minneapolis);
  expect(place.zips).toContain('55401');
});
