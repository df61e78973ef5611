import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { openTestStore, type TestStore } from '../../support/stores.ts';

/*
 * A seller whose first sale is on 10 September 2026, five days before these queries. Every state must show a result,
 * whichever period decides there.
 */
const today = '2026-09-15';
const soldOn = '2026-09-10';

/** States whose threshold is not 100,000 dollars. */
const thresholds: Readonly<Record<string, number>> = {
  AL: 250_000,
  CA: 500_000,
  MS: 250_000,
  NY: 500_000,
  TX: 500_000,
};
/** States that also require this many invoices: N.Y. Tax Law § 1101(b)(8)(iv), Conn. Gen. Stat. § 12-407(a)(15)(A)(ix). */
const invoices: Readonly<Record<string, number>> = { NY: 100, CT: 200 };

/** States that only consider past periods, with the last day of the current one and the first day of collection. */
const lookingBack: Readonly<Record<string, readonly [endsOn: string, collectFrom: string]>> = {
  AL: ['2026-12-31', '2027-01-01'],
  FL: ['2026-12-31', '2027-01-01'],
  MI: ['2026-12-31', '2027-01-01'],
  NM: ['2026-12-31', '2027-01-01'],
  RI: ['2026-12-31', '2027-01-01'],
  PA: ['2026-12-31', '2027-04-01'],
  CT: ['2026-09-30', '2026-10-01'],
  IL: ['2026-09-30', '2026-10-01'],
  MO: ['2026-09-30', '2027-01-01'],
  // The quarter ends, and the month that begins at least 30 days later is November.
  VT: ['2026-09-30', '2026-11-01'],
  // Quarters begin in March, June, September and December. By the example of 20 NYCRR 539.2(c), a vendor as of 1 December
  // registers by 31 December and collects from 20 January.
  NY: ['2026-11-30', '2027-01-20'],
};

const states =
  'AK AL AR AZ CA CO CT DC FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS NC ND NE NJ NM NV NY OH OK PA RI SC SD TN TX UT VA VT WA WI WV WY PR'.split(
    ' ',
  );
const withoutTax = ['DE', 'MT', 'NH', 'OR'];

let store: TestStore;
let seller80: TestApp;
let seller188: TestApp;

beforeAll(async () => {
  store = await openTestStore();
  seller80 = await aSeller(0.8);
  seller188 = await aSeller(1.88);
});
afterAll(() => store.close());

/** Sells this share of each threshold, in as many invoices as the state requires. */
async function aSeller(share: number): Promise<TestApp> {
  const app = await startApp({ store, now: () => new Date(`${today}T12:00:00Z`) });
  const key = '/v1/customers/source/9/externalId/C-1';
  const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', key, aCustomerBody({ externalId: 'C-1' })));
  const transactions = states.flatMap((state) => {
    const count = Math.ceil((invoices[state] ?? 1) * share);
    const unitPrice = Math.round(((thresholds[state] ?? 100_000) * share) / count);
    return Array.from({ length: count }, (_, index) =>
      anInvoiceBody(serviceId, {
        externalId: `${state}-${index}`,
        items: [anItemBody({ unitPrice: index === 0 ? unitPrice + 100 : unitPrice, quantity: 1 })],
        shippingAddress: { country: 'US', state, isPartial: true },
        externalTimestamps: { createdDate: soldOn, updatedDate: soldOn },
      }),
    );
  });
  for (let from = 0; from < transactions.length; from += 250) {
    const batch = await app.send('POST', '/v1/transactions/batch', {
      transactions: transactions.slice(from, from + 250),
    });
    const { results: rows } = await bodyOf<{ results: { status: number }[] }>(batch);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([201]));
  }
  return app;
}

type Period = {
  readonly status: string;
  readonly endsOn: string;
  readonly reachedOn?: string;
  readonly salesShare: number;
};
type Tracker = {
  readonly state: string;
  readonly status: string;
  readonly reachedOn?: string;
  readonly periods: readonly Period[];
  readonly runningPeriod: Period;
  readonly projection: { readonly outcome: string };
  readonly firstCollection: { readonly outcome: string; readonly collectFrom?: string };
  readonly notices: readonly { readonly code: string; readonly message: string }[];
};

const trackersOf = async (app: TestApp, query = '') => {
  const trackers = await bodyOf<Tracker[]>(app.send('GET', `/v1/nexus?country=US${query}`));
  return new Map(trackers.map((tracker) => [tracker.state, tracker]));
};

describe('a seller in its first days', () => {
  it('at 80 % of every threshold approaches all of them', async () => {
    const trackers = await trackersOf(seller80);
    expect([...trackers.keys()].sort()).toEqual([...states, ...withoutTax].sort());
    for (const state of states) {
      const { status, runningPeriod, firstCollection } = trackers.get(state)!;
      expect([state, status, runningPeriod.status]).toEqual([state, 'APPROACHING', 'APPROACHING']);
      expect([state, firstCollection.outcome]).toEqual([state, 'NOT_REACHED']);
      expect(runningPeriod.salesShare, state).toBeGreaterThanOrEqual(0.8);
    }
    expect([...(await trackersOf(seller80, '&only=APPROACHING')).keys()].sort()).toEqual([...states].sort());
    for (const state of withoutTax) expect(trackers.get(state)!.status).toBe('NOT_TRACKED');
  });

  it('at 188 % has reached the thresholds of the running year, and projects when the others follow', async () => {
    const trackers = await trackersOf(seller188);
    for (const state of states) {
      const { status, runningPeriod, projection, firstCollection, periods, notices } = trackers.get(state)!;
      expect([state, runningPeriod.status, runningPeriod.reachedOn]).toEqual([state, 'REACHED', soldOn]);
      expect([state, projection.outcome]).toEqual([state, 'ALREADY_REACHED']);
      const told = notices.filter(({ code }) => code === 'NEXUS_THRESHOLD_REACHED').map(({ message }) => message);
      const [endsOn, collectFrom] = lookingBack[state] ?? [];
      if (endsOn === undefined) {
        expect([state, status, told]).toEqual([state, 'REACHED', []]);
        expect(periods).toContainEqual(runningPeriod);
        continue;
      }
      expect([state, status, runningPeriod.endsOn]).toEqual([state, 'APPROACHING', endsOn]);
      expect([state, ...periods.map((period) => period.status)]).toEqual([state, 'BELOW']);
      expect([state, firstCollection]).toMatchObject([state, { outcome: 'EXPECTED', collectFrom: collectFrom }]);
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(
        `in the period that ends on ${endsOn}; tax must be collected afterwards (from ${collectFrom})`,
      );
    }
  });

  it('has nexus everywhere on the day that the periods have ended', async () => {
    const trackers = await trackersOf(seller188, '&asOf=2027-01-15');
    for (const state of states) {
      expect([state, trackers.get(state)!.status]).toEqual([state, 'REACHED']);
      expect([state, trackers.get(state)!.reachedOn]).toEqual([state, soldOn]);
    }
    for (const [state, [, collectFrom]] of Object.entries(lookingBack)) {
      expect([state, trackers.get(state)!.firstCollection]).toMatchObject([
        state,
        { outcome: 'KNOWN', collectFrom: collectFrom },
      ]);
    }
  });

  it('is reported on the next invoice, if enabled', async () => {
    await seller188.send('PATCH', '/v1/account', { nexusNotices: true });
    const { serviceId } = await bodyOf<{ serviceId: string }>(
      seller188.send('GET', '/v1/customers/source/9/externalId/C-1'),
    );
    const body = anInvoiceBody(serviceId, {
      externalId: 'FL-next',
      shippingAddress: { country: 'US', state: 'FL', isPartial: true },
      externalTimestamps: { createdDate: today, updatedDate: today },
    });
    const { notices } = await bodyOf<Pick<Tracker, 'notices'>>(
      seller188.send('PUT', '/v1/transactions/source/9/externalId/FL-next', body),
    );
    expect(notices.filter(({ code }) => code === 'NEXUS_THRESHOLD_REACHED').map(({ message }) => message)).toEqual([
      'Florida: Sales reached the threshold of 100000 USD on 2026-09-10, in the period that ends on 2026-12-31; tax must be collected afterwards (from 2027-01-01), but neither nexus nor a registration is declared. See the nexus of the place for the figures and the rule.',
    ]);
  });
});
