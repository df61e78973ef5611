import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let ping = async () => {};
beforeAll(async () => {
  app = await startApp({ wrap: (stores) => ({ ...stores, ping: () => ping() }) });
});
afterAll(() => app.close());

describe('health', () => {
  it('is live and ready without a token, and with one that is not valid', async () => {
    expect((await app.fetch('/health/live')).status).toBe(200);
    const ready = await app.fetch('/health/ready', { headers: { Authorization: 'Bearer forged' } });
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready' });
  });

  it('stays live but is 503 while the store fails', async () => {
    ping = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
    };
    const ready = await app.fetch('/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).toBe('1');
    const problem = await ready.json();
    expect(problem).toMatchObject({ code: 'NOT_READY', detail: 'The store does not respond.' });
    expect(JSON.stringify(problem)).not.toContain('10.0.0.7');
    expect((await app.fetch('/health/live')).status).toBe(200);
  });

  it('is 503 when the store takes too long', async () => {
    ping = () => new Promise(() => {});
    expect((await app.fetch('/health/ready')).status).toBe(503);
  });
});
