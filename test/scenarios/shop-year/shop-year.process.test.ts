import { expect, it } from 'vitest';
import { startApp } from '../../support/app.ts';
import { risingClock } from '../../support/clock.ts';
import { checkShopYear } from './check-shop-year.ts';

it('adds up a small year of a shop: liability, returns, nexus and documents agree with a recount', async () => {
  const app = await startApp({ now: risingClock('2026-07-01T00:00:00Z') });
  const months = Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, '0')}`);
  await checkShopYear(app, { customers: 9, documentsPerMonth: 8, months, states: 3, countries: 2 });
  expect.hasAssertions();
  await app.close();
});
