import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/ports/context.ts';
import { makeRateTable } from '../../../src/usecases/lookups/make-rate-table.ts';
import { aContext, reference } from '../../support/context.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';
import { quotedAtZip } from './quoted-at-zip.ts';

let store: TestStore;
let ctx: Context;
beforeAll(async () => {
  store = await openTestStore();
  ctx = aContext(store.stores, await aTenant(store.stores));
});
afterAll(() => store.close());

const asOf = '2026-07-15';

describe('the table of each state', () => {
  it.each(reference.states.map((state) => [state.code, state] as const))(
    '%s',
    { timeout: 600_000 },
    async (_, state) => {
      const { zips, rowsOf } = makeRateTable(ctx, { state, asOf });
      for (const zip of zips) {
        const told = rowsOf(zip).filter(({ askOnline }) => !askOnline);
        const rates = told.flatMap(({ taxCodes, rate, reason }) => taxCodes.map((code) => `${code} ${rate} ${reason}`));
        const taxCodes = told.flatMap((row) => row.taxCodes);
        expect([zip, ...rates]).toEqual([zip, ...(await quotedAtZip(ctx, { state: state.code, zip, asOf, taxCodes }))]);
      }
    },
  );
});
