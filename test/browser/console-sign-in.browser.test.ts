import { decodeJwt } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { dayFromToday, demoToken } from './console-shop.ts';
import { startIssuer } from './local-issuer.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let issuer: Awaited<ReturnType<typeof startIssuer>>;
let server: BuiltServer;
let browser: Browser;
let visitor: WatchedPage;
let page: Page;

beforeAll(async () => {
  issuer = await startIssuer('tollgate-console');
  server = await startBuiltServer({
    OUTSIDE_ISSUER: issuer.url,
    OUTSIDE_JWKS_URL: `${issuer.url}/keys`,
    CONSOLE_CLIENT_ID: 'tollgate-console',
    CONSOLE_SCOPE: 'openid offline_access',
  });
  browser = await startBrowser();
  const shopkeeper = await openPage(browser, new URL(server.url).origin);
  const token = await demoToken(shopkeeper.page, server.url);
  await shopkeeper.close();
  issuer.state.tenant = String(decodeJwt(token).tenant);
  await storeInvoice(token);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  issuer?.stop();
});

beforeEach(async () => {
  Object.assign(issuer.state, { role: null, lifetimeSeconds: 300, mixesUp: false, grants: [] });
  issuer.state.gives.refreshToken = true;
  await visitor?.close();
  visitor = await openPage(browser, new URL(server.url).origin);
  page = visitor.page;
  // A gateway with user accounts has no demo, which would sign in automatically.
  await page.route('**/demo/token', (route) => route.fulfill({ status: 403, body: '' }));
});

async function storeInvoice(token: string): Promise<void> {
  const put = async (path: string, body: object) => {
    const externalTimestamps = { createdDate: dayFromToday(-3), updatedDate: dayFromToday(-3) };
    const answer = await fetch(`${server.url}/v1/${path}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...body, externalTimestamps }),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { serviceId: string };
  };
  const named = (externalId: string) => ({ source: '9', externalId });
  const { serviceId } = await put('customers/source/9/externalId/S-1', { ...named('S-1'), name: 'Prairie Books' });
  await put('transactions/source/9/externalId/S-INV-1', {
    ...named('S-INV-1'),
    customerId: serviceId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity: 1 }],
    shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
  });
}

async function signIn(role: string, path = '/console/documents?state=MN'): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByRole('button', { name: 'Sign in with your organization' }).press('Enter');
  await page.getByRole('link', { name: `As ${role}` }).press('Enter');
}

const address = () => page.url().slice(server.url.length);
const rows = () => page.locator('tbody tr').count();
const problem = () => page.getByRole('alert').innerText();

describe('people sign in at their organization', () => {
  it('return to the page that they opened, and leave nothing in the browser', async () => {
    await signIn('accountant');
    await expect.poll(rows).toBe(1);
    await expect.poll(address).toBe('/console/documents?state=MN');
    expect(issuer.state.grants).toEqual(['authorization_code']);
    await expect
      .poll(() => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'))
      .toBe('[{},{},""]');
    // Only the gateway and the issuer are contacted, and the page's policy blocks nothing.
    await expect
      .poll(() => visitor.strayRequests.map((one) => new URL(one).pathname))
      .toEqual(['/authorize', '/authorize', '/token']);
    expect(visitor.strayRequests.every((one) => one.startsWith(issuer.url))).toBe(true);
    expect(visitor.complaints.filter((one) => !one.includes('403'))).toEqual([]);
  });

  it('may do what their role includes: a reader reads, an accountant writes', async () => {
    const recalculate = async () => {
      await page.locator('tbody a.strong').first().press('Enter');
      await page.getByRole('button', { name: 'Recalculate' }).press('Enter');
      await page.locator('dialog[open] input').first().fill('checked');
      await page.keyboard.press('Enter');
    };
    await signIn('reader');
    await recalculate();
    await expect.poll(() => page.locator('dialog[open]').innerText()).toContain('Your role does not include access.');

    issuer.state.role = null;
    await signIn('accountant');
    await recalculate();
    await expect.poll(() => page.getByRole('region', { name: 'Calculations' }).innerText()).toContain('Calculation 2');
  });

  it('stay signed in when a token expires, with one renewal for all concurrent requests', async () => {
    issuer.state.lifetimeSeconds = 3;
    await signIn('accountant', '/console');
    await page.locator('.bars').waitFor();
    await page.waitForTimeout(3_100);
    issuer.state.lifetimeSeconds = 300;
    issuer.state.grants.length = 0;
    await page.locator('.side').getByRole('link', { name: 'Nexus' }).press('Enter');
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(10);
    expect(issuer.state.grants).toEqual(['refresh_token']);
  });

  it('sign in again when the issuer no longer renews, and return to where they were', async () => {
    issuer.state.lifetimeSeconds = 2;
    await signIn('accountant');
    await expect.poll(rows).toBe(1);
    issuer.forgetRefreshTokens();
    await page.waitForTimeout(2_100);
    await page.locator('.side').getByRole('link', { name: 'Returns' }).press('Enter');
    await expect.poll(problem).toBe('Your session has ended. Sign in again.');
    await page.getByRole('button', { name: 'Sign in with your organization' }).press('Enter');
    await expect.poll(() => page.locator('main h1').innerText()).toBe('Returns');
    await expect.poll(address).toBe('/console/returns');
  });

  it('also sign out there, so that the next person has to sign in', async () => {
    await signIn('accountant');
    await expect.poll(rows).toBe(1);
    const before = issuer.state.signedOut;
    await page.locator('.side').getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('button', { name: 'Sign in with your organization' }).waitFor();
    await expect.poll(address).toBe('/console');
    expect(issuer.state.signedOut).toBe(before + 1);
    await page.getByRole('button', { name: 'Sign in with your organization' }).press('Enter');
    await page.getByRole('link', { name: 'As reader' }).waitFor();
  });
});

describe('an answer that does not fit', () => {
  it('does not sign in when the organization refuses', async () => {
    await signIn('nobody');
    await expect.poll(problem).toMatch(/^Your organization did not sign you in\./);
    await expect.poll(address).toBe('/console/documents?state=MN');
    expect(issuer.state.grants).toEqual([]);
    expect(await brokenRules(page)).toEqual([]);
  });

  it('does not sign in with a token for another page', async () => {
    issuer.state.mixesUp = true;
    await signIn('admin');
    await expect.poll(problem).toBe('The sign-in was not completed. Try again.');
  });

  it('does not sign in with a code that was not requested here', async () => {
    await page.goto(`${server.url}/console/signed-in?code=stolen&state=guessed`);
    await expect.poll(problem).toBe('The sign-in was not completed. Try again.');
    expect(issuer.state.grants).toEqual([]);
    await expect.poll(address).toBe('/console');
  });
});
