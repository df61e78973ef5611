import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { openView, settled, tabTo } from './console-flows.ts';
import { demoToken, storeShop } from './console-shop.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  server = await startBuiltServer();
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
  await storeShop(page, server.url);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string) => openView(page, server.url, path);
const address = () => page.url().slice(server.url.length);
const press = (key: string) => page.keyboard.press(key);
const dialog = () => page.locator('dialog[open]');
const main = () => page.locator('main').innerText();

describe('the account', () => {
  it('has settings that are changed by the keyboard, and stay', async () => {
    await open('/console/settings');
    expect(await page.title()).toBe('Account · Settings · Tollgate');
    await tabTo(page, /^Documents for a filed period/);
    await press('ArrowDown');
    await tabTo(page, /^Reporting currency/);
    await page.keyboard.type('EUR');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect.poll(main).toContain('Saved. Applies to new documents.');
    await page.reload();
    await settled(page);
    await expect.poll(() => page.getByLabel('Documents for a filed period').inputValue()).toBe('REFUSE');
    expect(await page.getByLabel('Reporting currency').inputValue()).toBe('EUR');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect.poll(main).toContain('Nothing was changed.');
  });

  it('explains an invalid setting, and changes nothing', async () => {
    await open('/console/settings');
    await page.getByLabel('Default document currency').fill('zzz');
    await page.getByLabel(/^Days before expiry/).fill('9999');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/currency[\s\S]*365|365[\s\S]*currency/i);
    expect(await brokenRules(page)).toEqual([]);
  });
});

describe('a test tenant', () => {
  const send = async (method: string, path: string, body: object) => {
    const token = await demoToken(page, server.url);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
  };

  it('is marked as a test tenant, with the time of its clock', async () => {
    await send('PUT', '/v1/test/clock', { now: '2031-03-04T12:00:00Z' });
    await open('/console/settings');
    await expect.poll(main).toMatch(/This is a test tenant[\s\S]*Its clock is set to [^.]*2031/);
    await send('PUT', '/v1/test/clock', { real: true });
    await open('/console/settings');
    await expect.poll(main).toContain('This is a test tenant');
    expect(await main()).not.toContain('Its clock is set to');
  });

  it('shows that a certificate without a file exempts nothing, if the account requires one', async () => {
    const openCertificate = async () => {
      await open('/console/certificates?status=all');
      await page.getByRole('link', { name: 'MN-CH-1' }).press('Enter');
      await expect.poll(() => page.locator('h1').innerText()).toContain('MN-CH-1');
      await settled(page);
    };
    const pending = 'until one is attached, the certificate is pending and does not exempt';
    await openCertificate();
    expect(await main()).not.toContain(pending);
    await send('PATCH', '/v1/account', { requireEvidence: true });
    await openCertificate();
    await expect.poll(main).toContain(pending);
    expect(await brokenRules(page)).toEqual([]);
    await send('PATCH', '/v1/account', { requireEvidence: false });
  });
});

it('registrations lead to their places', async () => {
  await open('/console/settings?tab=registrations');
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  await rows.first().getByRole('link').press('Enter');
  await expect.poll(address).toMatch(/^\/console\/nexus\/[A-Z-]+$/);
});

describe('webhooks', () => {
  it('are added, tested, changed and deleted', async () => {
    await open('/console/settings?tab=webhooks');
    await expect.poll(main).toContain('No endpoints');
    await page.getByRole('button', { name: 'Add an endpoint' }).press('Enter');
    await dialog().getByLabel('URL').fill('https://localhost/hooks');
    await press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('public Internet');
    await dialog().getByLabel('URL').fill('https://shop.invalid/hooks');
    await press('Enter');
    await expect.poll(() => dialog().innerText()).toMatch(/Store the secret[\s\S]*whsec_/);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have stored it' }).press('Enter');
    await settled(page);
    await page.getByRole('button', { name: 'Send test event: https://shop.invalid/hooks' }).press('Enter');
    await expect.poll(main).toContain('Test event sent');
    const deliveries = page.getByRole('group', { name: 'Deliveries' });
    await expect.poll(() => deliveries.innerText()).toContain('webhook.test');
    await page.getByRole('link', { name: /^Deliveries: / }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/settings\?tab=webhooks&endpoint=[\w-]+$/);
    await page.getByLabel('Status').selectOption('Delivered');
    await expect.poll(main).toContain('No deliveries match');
    await page.getByRole('button', { name: /^Change: / }).press('Enter');
    await dialog().getByLabel('Note').fill('Order desk');
    await press('Enter');
    await expect.poll(main).toContain('Order desk');
    await page.getByRole('button', { name: /^New secret: / }).press('Enter');
    await press('Tab');
    await dialog().getByRole('button', { name: 'Create new secret' }).press('Enter');
    await expect.poll(() => dialog().innerText()).toContain('whsec_');
    await press('Escape');
    await expect.poll(main).toContain('Old secret valid until');
    await page.getByRole('button', { name: /^Delete: / }).press('Enter');
    await page.getByRole('button', { name: 'Delete endpoint' }).press('Enter');
    await expect.poll(main).toContain('No endpoints');
  });

  it('sends a failed delivery again', async () => {
    const node = {
      serviceId: '00000000-0000-4000-8000-000000000001',
      endpointId: '00000000-0000-4000-8000-000000000002',
    };
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
    const delivery = { ...node, eventType: 'customer.created', occurredAt: '2026-07-01T12:00:00Z', status: 'FAILED' };
    const failed = {
      ...delivery,
      nextAttemptAt: null,
      attempts: [{ statusCode: 500, failure: 'The endpoint responded with status 500.' }],
    };
    const sent: unknown[] = [];
    await page.route('**/graphql', async (route) => {
      const { variables } = route.request().postDataJSON();
      const body =
        'filter' in variables
          ? { webhookDeliveries: { nodes: [failed], pageInfo } }
          : variables.input
            ? { redeliverWebhook: { __typename: 'WebhookDelivery' } }
            : null;
      if (!body) return route.continue();
      if (variables.input) sent.push(variables.input);
      await route.fulfill({ contentType: 'application/graphql-response+json', body: JSON.stringify({ data: body }) });
    });
    await open('/console/settings?tab=webhooks&status=FAILED');
    await expect.poll(main).toContain('The endpoint responded with status 500.');
    await tabTo(page, /^Resend: customer.created/);
    await press('Enter');
    await expect.poll(() => sent).toEqual([{ by: { serviceId: node.serviceId } }]);
    await page.unroute('**/graphql');
  });
});

describe('clients', () => {
  const row = (name: string) => page.locator('tbody tr').filter({ hasText: name });

  it('are created by the keyboard, with a secret that is shown once', async () => {
    await open('/console/settings?tab=clients');
    await tabTo(page, /^Create a client$/);
    await press('Enter');
    await tabTo(page, /^Name/);
    await page.keyboard.type('Web shop');
    const chosen = dialog().locator('input[name="scope"]:checked');
    expect(await chosen.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value')))).toEqual([
      'customers:read',
      'customers:write',
      'transactions:read',
      'transactions:write',
      'tax:read',
    ]);
    expect(await brokenRules(page)).toEqual([]);
    await press('Enter');
    await expect.poll(() => dialog().innerText()).toContain('Store the secret');
    const [clientId, clientSecret] = await dialog().locator('code').allInnerTexts();
    const answer = await page.request.post(`${server.url}/v1/token`, { data: { clientId, clientSecret } });
    expect(answer.status()).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Create a client');
    await expect.poll(() => row('Web shop').innerText()).toContain('Active');
    expect(await main()).not.toContain('secret_');
  });

  it('get a new secret, while the old one stays valid for a day', async () => {
    await open('/console/settings?tab=clients');
    await page.getByRole('button', { name: 'New secret: Web shop' }).press('Enter');
    await dialog().getByRole('button', { name: 'Create new secret' }).press('Enter');
    await expect.poll(() => dialog().innerText()).toContain('Store the secret');
    await press('Escape');
    await expect.poll(() => row('Web shop').innerText()).toContain('Old secret valid until');
  });

  it('are revoked for good, and found by their status', async () => {
    await open('/console/settings?tab=clients');
    await page.getByRole('button', { name: 'Revoke: Web shop' }).press('Enter');
    await dialog().getByLabel('Reason').fill('The shop closed');
    await dialog().getByRole('button', { name: 'Revoke client' }).press('Enter');
    await expect.poll(() => row('Web shop').innerText()).toContain('Revoked');
    await page.getByLabel('Status').selectOption('Active');
    await expect.poll(address).toBe('/console/settings?tab=clients&status=ACTIVE');
    await expect.poll(() => row('Web shop').count()).toBe(0);
    await page.getByLabel('Name').fill('nobody');
    await expect.poll(main).toContain('No clients match');
  });

  it('warn before one locks oneself out', async () => {
    await open('/console/settings?tab=clients');
    await page.getByRole('button', { name: 'Revoke: Demo' }).press('Enter');
    await dialog().getByRole('button', { name: 'Revoke client' }).press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('may lock you out');
    expect(await dialog().getByLabel('Revoke anyway').isChecked()).toBe(false);
    expect(await brokenRules(page)).toEqual([]);
    await press('Escape');
    await expect.poll(() => row('Demo').innerText()).toContain('Active');
  });
});

describe('the audit trail', () => {
  it('is filtered by its address, and leads to the records', async () => {
    await open('/console/settings?tab=audit');
    await page.getByLabel(/^Record/).selectOption('Client');
    await expect.poll(address).toBe('/console/settings?tab=audit&record=CLIENT');
    await settled(page);
    const actions = () => page.locator('tbody td:nth-child(3) .strong').allInnerTexts();
    await expect.poll(actions).toEqual(['Revoked', 'Changed', 'Created', 'Created']);
    expect(await page.locator('tbody tr').first().innerText()).toContain('The shop closed');
    await page.locator('summary').first().press('Enter');
    await expect.poll(() => page.locator('details[open]').innerText()).toMatch(/status: REVOKED, was ACTIVE/);
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await page.getByLabel(/^Record/).selectOption('Customer');
    await settled(page);
    await page.locator('tbody a').first().press('Enter');
    await expect.poll(address).toMatch(/^\/console\/customers\/[\w-]{36}$/);
  });

  it('has pages, and days', async () => {
    await open('/console/settings?tab=audit');
    await page.getByRole('link', { name: 'Older' }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/settings\?tab=audit&after=/);
    await settled(page);
    await page.getByRole('link', { name: 'Newer' }).press('Enter');
    await expect.poll(address).toMatch(/&before=/);
    await open('/console/settings?tab=audit&to=2020-01-01');
    await expect.poll(main).toContain('No entries match');
    await open('/console/settings?tab=audit&record=ACCOUNT');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV: audit-trail' }).press('Enter');
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.slice(1).every((line) => line.includes(',ACCOUNT,'))).toBe(true);
  });
});

it('loads nothing from other origins, and causes no console errors or policy violations', () => {
  expect(watched.strayRequests).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
