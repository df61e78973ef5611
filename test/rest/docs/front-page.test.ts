import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const browser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

it('the front page leads to what there is', async () => {
  const response = await app.fetch('/', browser);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const page = await response.text();
  const targets = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect([target, (await app.fetch(target, browser)).status]).toEqual([target, 200]);
});

it('common paths lead to the documentation', async () => {
  for (const [path, target] of [
    ['/docs', '/v1/docs'],
    ['/openapi.json', '/v1/openapi.json'],
  ] as const) {
    const response = await app.fetch(path, { redirect: 'manual', ...browser });
    expect([response.status, response.headers.get('location')]).toEqual([308, target]);
  }
});

it('browsers find an icon', async () => {
  const response = await app.fetch('/favicon.ico', { headers: { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toContain('<svg');
});
