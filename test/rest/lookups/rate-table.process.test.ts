import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { longestAllowedMs, longestTurnMs, readParts } from '../../support/longest-turn.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (query: string, headers?: Record<string, string>) =>
  app.send('GET', `/v1/rate_table?${query}`, undefined, headers);

describe('GET /v1/rate_table', () => {
  it('is a file of CSV with a row for each ZIP code and category', async () => {
    const response = await get('state=DE&asOf=2026-07-01&format=csv');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="rate-table-DE-2026-07-01.csv"');
    const [header, ...lines] = (await response.text()).trim().split('\r\n');
    expect(header).toBe(
      'zip,city,county,category,rate,stateRate,countyRate,cityRate,districtRate,reason,isSplit,askOnline,askBecause,taxCodes,jurisdictions,noticeCodes',
    );
    const [first] = lines;
    const ofFirst = lines.filter((line) => line.startsWith(first!.slice(0, 6)));
    expect(lines).toHaveLength(96 * ofFirst.length);
    expect(ofFirst.find((line) => line.includes(',clothing,'))).toContain(',0,0,0,0,0,NO_TAX_THERE,false,false,');
  });

  it('has pages, which together are the whole list', async () => {
    const whole = (await (await get('state=Wyoming&asOf=2026-07-01&format=jsonl')).text()).trim().split('\n');
    const pages: unknown[] = [];
    let path: string | undefined = '/v1/rate_table?state=Wyoming&asOf=2026-07-01&limit=100';
    for (let count = 0; path && count < 3; count += 1) {
      const page: Response = await app.send('GET', path);
      pages.push(...((await page.json()) as unknown[]));
      path = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages).toHaveLength(300);
    expect(pages.map((row) => JSON.stringify(row))).toEqual(whole.slice(0, 300));
  });

  it('is streamed while others are served', async () => {
    const turnMs = await longestTurnMs(async () => {
      const response = await get('state=WY&asOf=2026-07-01&format=csv');
      expect(await readParts(response)).toBeGreaterThan(1_000_000);
    });
    expect(turnMs).toBeLessThan(longestAllowedMs);
  });

  it('is not sent again while the rate book and the day are the same', async () => {
    const first = await get('state=MN&limit=1&asOf=2026-07-01');
    const tag = first.headers.get('etag')!;
    expect((await get('state=MN&limit=1&asOf=2026-07-01', { 'If-None-Match': tag })).status).toBe(304);
    expect((await get('state=MN&limit=1&asOf=2026-07-02', { 'If-None-Match': tag })).status).toBe(200);
  });

  it('refuses a state that does not exist', async () => {
    const response = await get('state=Atlantis');
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ parameter: 'state', code: 'UNKNOWN_VALUE' }] },
    ]);
    expect((await get('')).status).toBe(400);
  });
});
