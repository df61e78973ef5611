import { expect, it } from 'vitest';
import { startApp } from '../../support/app.ts';
import { risingClock } from '../../support/clock.ts';
import { checkShopYear } from './check-shop-year.ts';

it('adds up two years of a shop in 30 states and 12 countries', { timeout: 3_600_000 }, async () => {
  const app = await startApp({ now: risingClock('2026-07-01T00:00:00Z') });
  const months = ['2024', '2025'].flatMap((year) =>
    Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
  );
  await checkShopYear(app, { customers: 2_000, documentsPerMonth: 2_100, months, states: 30, countries: 12 });
  expect.hasAssertions();
  await app.close();
});
