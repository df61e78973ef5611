import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import type { BuiltServer } from './built-server.ts';
import { startYearServer } from './console-server.ts';
import { demoToken } from './console-shop.ts';
import { expectPicture } from './kept-pictures.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  server = await startYearServer({ WEBHOOK_PRIVATE_TARGETS: 'true' }); // Our receiver is on this machine.
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

const open = async (path: string) => {
  await page.goto(`${server.url}${path}`);
  await page.locator('main h1').waitFor();
  await settled();
};
/** Nothing is still loading. */
const settled = () => expect.poll(() => page.locator('.skeleton, [aria-busy="true"]').count()).toBe(0);
const address = () => page.url().slice(server.url.length);
const press = (key: string) => page.keyboard.press(key);
/** The name of the focused element. */
const focused = () =>
  page.evaluate(
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText',
  ) as Promise<string>;

/** A dialog has the focus in its first field. */
const asked = () =>
  expect.poll(() => page.evaluate("document.activeElement.closest('dialog input') !== null")).toBe(true);

/** Presses Tab until something with this name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await press('Tab');
    if (name.test(await focused())) return;
  }
  throw new Error(`The Tab key does not reach ${name}.`);
}

const picture = (name: string) => expectPicture(page, name, 'of the day');

describe('the inbox', () => {
  it('shows due returns, pending decisions, and the figures of the month', async () => {
    await open('/console');
    await expect.poll(() => page.title()).toBe('Inbox · Tollgate');
    const due = page.getByRole('region', { name: 'Returns due' });
    await expect
      .poll(() => due.getByRole('listitem').first().innerText())
      .toMatch(/^Wisconsin\nQ\d \d{4}, quarterly · \d+ documents\n\$[\d,]+\.\d\d\n\d+ days late$/);
    const decisions = page.getByRole('region', { name: 'To decide' });
    await expect.poll(() => decisions.innerText()).toMatch(/Lakeside Food Shelf: certificate for Minnesota expires/);
    await expect.poll(() => decisions.innerText()).toMatch(/\d+ documents? (is|are) untaxed for lack of coverage/);
    await expect
      .poll(() => page.getByRole('contentinfo').innerText())
      .toMatch(/Rate book\s+\S+, read [\s\S]*Currency\s+USD[\s\S]*Time zone\s+\S/);
    await page.waitForLoadState('networkidle');
    await picture('console');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture('console-dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('leads from a figure to the documents behind it', async () => {
    await page.getByRole('region', { name: 'Returns due' }).getByRole('link', { name: /\$/ }).first().click();
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=[\d-]+\.\.[\d-]+&country=US&state=WI$/);
    await settled();
    const places = await page.locator('tbody tr').allInnerTexts();
    expect(places.length).toBeGreaterThan(3);
    expect(places.every((row) => row.includes('Wisconsin'))).toBe(true);
    await page.goBack();
    await expect.poll(() => page.title()).toBe('Inbox · Tollgate');
  });

  it('leads from a return, a certificate and a threshold to their pages', async () => {
    const hrefOf = (region: string, name: RegExp) =>
      page.getByRole('region', { name: region }).getByRole('link', { name }).first().getAttribute('href');
    await expect.poll(() => hrefOf('Returns due', /^Wisconsin$/)).toMatch(/^\/console\/returns\/US-WI\/\d{4}-Q\d$/);
    await page.getByRole('link', { name: /^Lakeside Food Shelf: certificate/ }).click();
    await expect.poll(address).toMatch(/^\/console\/certificates\/[\w-]{36}$/);
    await page.goBack();
    await page.getByRole('link', { name: /^Wisconsin$/ }).click();
    await expect.poll(() => page.locator('h1').innerText()).toContain('Wisconsin');
    await page.goBack();
  });

  it('has bars that the arrows go through, one stop of the Tab key in all', async () => {
    await page.goto(`${server.url}/console?by=documents`);
    await settled();
    const bars = page.locator('.bars a');
    const count = await bars.count();
    expect(count).toBeGreaterThanOrEqual(28);
    await bars.last().focus();
    await press('ArrowLeft');
    await press('ArrowLeft');
    const label = await focused();
    expect(label).toMatch(/^\w+, \w+ \d+, \d{4}: [\d,]+ documents?$/);
    await expect.poll(() => page.locator('.bars a[tabindex="0"]').count()).toBe(1);
    await press('Enter');
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=\d{4}-\d\d-\d\d&currency=USD$/);
  });

  it('shows another month and currency by its address', async () => {
    await open('/console');
    await page.getByRole('link', { name: 'Previous month' }).click();
    await expect.poll(address).toMatch(/^\/console\?month=\d{4}-\d\d$/);
    await settled();
    await page.getByRole('link', { name: 'EUR' }).click();
    await expect.poll(() => page.locator('.tile-figure').first().innerText()).toMatch(/^-?€/);
    await expect.poll(address).toMatch(/currency=EUR/);
  });
});

describe('a document that was refused', () => {
  it('is to be decided, with the reason', async () => {
    const token = await demoToken(page, server.url);
    const put = (customerId: unknown) =>
      fetch(`${server.url}/v1/transactions/source/1/externalId/REFUSED-1`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ source: '1', externalId: 'REFUSED-1', customerId }),
      });
    expect((await put('11111111-1111-4111-8111-111111111111')).status).toBe(400);
    const decisions = page.getByRole('region', { name: 'To decide' });
    await expect
      .poll(async () => {
        await open('/console');
        await decisions.getByRole('listitem').first().waitFor();
        return decisions.innerText();
      })
      .toMatch(/Refused document REFUSED-1 of source 1\nInvalid data in the items · /);
  });
});

describe('a webhook that was not delivered', () => {
  it('is resent by the inbox, which reports it', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const token = await demoToken(page, server.url);
    type Sent = { readonly serviceId: string; readonly endpoint?: { readonly serviceId: string } };
    const send = async (query: string, variables: object): Promise<Sent> => {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data } = (await answer.json()) as { data: { sent: Sent } };
      return data.sent;
    };
    const { endpoint } = await send(
      'mutation ($input: CreateWebhookEndpointInput!) { sent: createWebhookEndpoint(input: $input) { ... on WebhookEndpointWithSecret { endpoint { serviceId } } } }',
      { input: { url, eventTypes: ['customer.erased'] } },
    );
    const delivery = await send(
      'mutation ($input: TestWebhookEndpointInput!) { sent: testWebhookEndpoint(input: $input) { ... on WebhookDelivery { serviceId } } }',
      { input: { by: endpoint } },
    );
    await expect.poll(() => received.length).toBe(1);

    // The gateway takes days to give up, so the inbox is told that it has.
    const failed = {
      ...{ serviceId: delivery.serviceId, eventType: 'webhook.test', occurredAt: new Date().toISOString() },
      attempts: [{ statusCode: 500, failure: null }],
    };
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data?: { webhookDeliveries?: { nodes: unknown[] } } };
      body.data?.webhookDeliveries?.nodes.push(failed);
      await route.fulfill({ response: answer, json: body });
    });
    await open('/console');
    const item = page.getByRole('listitem').filter({ hasText: 'A webhook was not delivered: webhook.test' });
    await expect.poll(() => item.innerText()).toMatch(/HTTP 500/);
    await item.getByRole('button', { name: 'Resend' }).press('Enter');
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]).toBe(received[0]);
    await expect.poll(() => item.getByRole('status').innerText()).toBe('Resent');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await send(
      'mutation ($input: DeleteWebhookEndpointInput!) { sent: deleteWebhookEndpoint(input: $input) { __typename } }',
      { input: { by: endpoint } },
    );
    receiver.closeAllConnections();
    receiver.close();
  });
});

describe('search', () => {
  it.each([
    ['/', 'INV-1000', /^Documents/, /^\/console\/documents\/[\w-]{36}$/],
    ['Control+k', 'Peachtree', /^Customers/, /^\/console\/customers\/[\w-]{36}$/],
    ['/', 'MN-704', /^Certificates/, /^\/console\/certificates\/[\w-]{36}$/],
    ['/', 'Milwaukee', /^Places/, /^\/console\/documents\?reported=all&jurisdiction=/],
    ['Control+k', 'hosting', /^Tax codes/, /^\/console\/documents\?reported=all&taxCode=C3S6$/],
  ])('opens with %s and finds %s by the keyboard', async (key, text, group, target) => {
    await open('/console/documents');
    await press(key);
    await page.locator('dialog[open] input').waitFor();
    await page.keyboard.type(text);
    await expect
      .poll(() =>
        page
          .locator('dialog[open] [role="group"]')
          .first()
          .innerText()
          .catch(() => ''),
      )
      .toMatch(group);
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    await expect.poll(address).toMatch(target);
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  });

  it('says when nothing is found, and closes with Escape', async () => {
    await press('/');
    await page.locator('dialog[open] input').waitFor();
    await page.keyboard.type('zzzzzz');
    await expect.poll(() => page.locator('.search-state').innerText()).toBe('No results for “zzzzzz”.');
    expect(await brokenRules(page)).toEqual([]);
    await press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  });
});

describe('the list of documents', () => {
  it('has every filter in its address', async () => {
    await open('/console/documents');
    await page.getByLabel('Type').selectOption('Refund');
    await page.getByLabel('State').selectOption('Minnesota');
    await expect.poll(address).toBe('/console/documents?type=REFUND&state=MN');
    await settled();
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.length).toBeGreaterThan(2);
    expect(
      rows.every((row) => /^.*\tREF-\d+ Refund/.test(row.replaceAll('\n', ' ')) && row.includes('Minnesota')),
    ).toBe(true);
    await page.getByLabel('Number starts with').fill('REF-50');
    await expect.poll(address).toBe('/console/documents?type=REFUND&state=MN&q=REF-50');
    await page.reload();
    await settled();
    await expect.poll(() => page.getByLabel('Type').inputValue()).toBe('REFUND');
    await expect.poll(() => page.getByLabel('Number starts with').inputValue()).toBe('REF-50');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(address).toBe('/console/documents');
  });

  it('has pages, in both directions', async () => {
    await open('/console/documents?order=FINAL_TRANSACTION_AMOUNT');
    const numbers = () => page.locator('tbody a.strong').allInnerTexts();
    const first = await numbers();
    expect(first).toHaveLength(50);
    await page.getByRole('link', { name: 'Older' }).click();
    await expect.poll(async () => (await numbers())[0]).not.toBe(first[0]);
    await settled();
    expect((await numbers()).some((one) => first.includes(one))).toBe(false);
    await page.getByRole('link', { name: 'Newer' }).click();
    await expect.poll(async () => (await numbers())[0]).toBe(first[0]);
  });

  it('is downloaded with the columns that people read, or with all', async () => {
    await open('/console/documents?state=MN&type=INVOICE');
    const fileOf = async (name: string) => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).press('Enter');
      return readFileSync(await (await downloading).path(), 'utf8').split(/\r?\n/);
    };
    const [header, first] = await fileOf('CSV: documents');
    expect(header).toBe('\ufeffDate,Number,Customer,State,Sales,Tax,Total,Currency');
    expect(first).toMatch(/^\d{4}-\d\d-\d\d,INV-\d+,[^,]+,MN,[\d.]+,[\d.]+,[\d.]+,USD$/);
    expect((await fileOf('CSV, all columns: documents-all-columns'))[0]).toMatch(/^\ufeffserviceId,.*,customerName,/);
  });

  it('says when nothing matches', async () => {
    await open('/console/documents?q=NO-SUCH');
    await expect.poll(() => page.getByText('No documents match').isVisible()).toBe(true);
  });
});

describe('a document', () => {
  it('says who taxes a line and why, step by step with sources', async () => {
    await open('/console/documents?state=CO&type=INVOICE&order=TAX_AMOUNT');
    await page.locator('tbody a.strong').first().click();
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    await settled();
    const why = page.getByRole('region', { name: /^Why: / });
    await expect.poll(() => why.innerText()).toMatch(/Place\n[\s\S]*Taxability\n[\s\S]*Rate and amount\n/);
    await expect.poll(() => why.innerText()).toMatch(/The seller collects the tax of Colorado/);
    await picture('console-document');
    await why.locator('summary').first().click();
    await expect.poll(() => why.locator('details[open] li').first().innerText()).toMatch(/\w/);
  });

  it('explains the line that is chosen, and its address does so for others', async () => {
    await open('/console/documents?q=INV-1&state=CO&order=FINAL_TRANSACTION_AMOUNT');
    await page.locator('tbody a.strong').first().click();
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    await settled();
    await page
      .getByRole('link', { name: /^Explain / })
      .nth(1)
      .press('Enter');
    await expect.poll(address).toMatch(/\?line=\/\w/);
    const title = await page.getByRole('heading', { name: /^Why: / }).innerText();
    await page.reload();
    await expect.poll(() => page.getByRole('heading', { name: /^Why: / }).innerText()).toBe(title);
  });

  it('is copied as a link, as curl and as GraphQL, and downloaded as CSV', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
    for (const [name, text] of [
      ['Copy link', /^http:\/\/127\.0\.0\.1:\d+\/console\/documents\/[\w-]{36}\?line=\/\w+/],
      ['Copy as curl', /^curl -sS 'http:\/\/127[^']+\/v1\/transactions\/serviceId\/[\w-]{36}'/],
      ['Copy as GraphQL', /^query \{\n {2}transaction\(by: \{ serviceId: "[\w-]{36}" \}\)/],
    ] as const) {
      await page.getByRole('button', { name: 'More' }).press('Enter');
      await page.getByRole('button', { name, exact: true }).press('Enter');
      await expect.poll(copied).toMatch(text);
    }
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
    expect((await downloading).suggestedFilename()).toMatch(/^INV-\d+\.csv$/);
  });

  it('is recalculated, refunded and cancelled after confirmation, with the keyboard only', async () => {
    await open('/console/documents?state=MN&type=INVOICE&status=ACTIVE&order=TAX_AMOUNT');
    await page.locator('tbody a.strong').first().press('Enter');
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    await settled();
    const number = (await page.locator('h1').innerText()).trim();

    await tabTo(/^Recalculate$/);
    await press('Enter');
    await expect
      .poll(() => page.locator('dialog[open]').innerText())
      .toContain('The current calculation stays in the history.');
    expect(await brokenRules(page)).toEqual([]);
    await asked();
    await page.keyboard.type('rates were corrected');
    await press('Enter');
    const history = page.getByRole('region', { name: 'Calculations' });
    await expect.poll(() => history.innerText()).toContain('Calculation 2');
    await expect.poll(() => history.innerText()).toContain('rates were corrected');
    await history.getByRole('link', { name: 'Compare calculation 1 with the current one' }).press('Enter');
    await expect.poll(() => history.innerText()).toContain('No differences.');
    await expect.poll(address).toMatch(/against=1/);

    await page.getByRole('button', { name: 'Refund' }).press('Enter');
    await page.locator('dialog[open]').getByLabel('Refund number').waitFor();
    await page.getByLabel('Some items').check();
    await page
      .getByLabel(/\(of \d+\)$/)
      .first()
      .fill('1');
    expect(await brokenRules(page)).toEqual([]);
    await page.locator('dialog[open]').getByRole('button', { name: 'Refund' }).press('Enter');
    await expect.poll(async () => (await page.locator('h1').innerText()).trim()).toBe(`${number}-R1`);
    await settled();
    await expect.poll(() => page.getByRole('region', { name: 'Details' }).innerText()).toContain(number);

    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
    await asked();
    await page.keyboard.type('entered twice');
    await page.getByRole('button', { name: 'Cancel this document' }).press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toContain('Cancelled');
    await expect.poll(() => page.getByRole('region', { name: 'Details' }).innerText()).toContain('entered twice');
  });

  it('keeps the dialog with the reason if another user has cancelled it meanwhile', async () => {
    const token = await demoToken(page, server.url);
    await open('/console/documents?state=MN&type=INVOICE&status=ACTIVE&order=TAX_AMOUNT');
    await page.locator('tbody a.strong').first().press('Enter');
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    await settled();
    await page.getByRole('button', { name: 'Recalculate' }).press('Enter');
    await asked();
    const document = `${server.url}/v1/transactions/serviceId/${address().split('/').at(-1)}`;
    const cancelled = await fetch(document, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
    expect(cancelled.status).toBe(204);
    await page.keyboard.type('rates were corrected');
    await press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toContain('Cancelled');
    await expect.poll(() => page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    const dialog = page.locator('dialog[open]');
    await expect.poll(() => dialog.getByRole('alert').innerText()).toMatch(/changed/);
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('rates were corrected');
    await press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
  });

  it('closes an open dialog when another page opens', async () => {
    await open('/console/documents?state=MN&type=INVOICE&status=ACTIVE&order=TAX_AMOUNT');
    await page.locator('tbody a.strong').first().press('Enter');
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    await page.getByRole('button', { name: 'Recalculate' }).press('Enter');
    await asked();
    await page.goBack();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
  });

  it('of a filed return cannot be changed, and says why', async () => {
    const old = new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10);
    await open(`/console/documents?state=MN&type=INVOICE&to=${old}`);
    await page.locator('tbody tr', { hasText: 'Filed' }).first().locator('a.strong').click();
    await settled();
    const button = page.getByRole('button', { name: 'Recalculate' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    const why = page.getByText('This document is part of a filed return.');
    expect(await why.getAttribute('id')).toBe(await button.getAttribute('aria-describedby'));
    await why.getByRole('link', { name: 'Reopen the return' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toMatch(/^Minnesota, [\s\S]*Filed$/);
    await page.getByRole('button', { name: /^Reopen/ }).waitFor();
  });

  it('that does not exist is reported as not found', async () => {
    await open('/console/documents/00000000-0000-4000-8000-000000000000');
    await expect.poll(() => page.locator('h1').innerText()).toBe('Document not found');
  });
});

describe('every view', () => {
  it('has its navigation behind a button on a phone', async () => {
    await page.setViewportSize(narrow);
    await open('/console');
    await picture('console-390');
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.locator('#menu').getByRole('link', { name: 'Documents' }).press('Enter');
    await expect.poll(address).toBe('/console/documents');
    await expect.poll(() => page.locator('#menu').isVisible()).toBe(false);
    await page.setViewportSize(wide);
  });

  it('first shows with less than 300 ms of work of the main thread', async () => {
    const visitor = await openPage(browser, new URL(server.url).origin);
    const session = await visitor.page.context().newCDPSession(visitor.page);
    // Processor time, which does not grow when the machine is busy.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await visitor.page.goto(`${server.url}/console`);
    await visitor.page.locator('.bars').waitFor();
    const { metrics } = await session.send('Performance.getMetrics');
    const task = metrics.find(({ name }) => name === 'ScriptDuration')!.value;
    const layout = metrics.find(({ name }) => name === 'LayoutDuration')!.value;
    const style = metrics.find(({ name }) => name === 'RecalcStyleDuration')!.value;
    const milliseconds = (task + layout + style) * 1_000;
    expect(milliseconds).toBeGreaterThan(5);
    expect(milliseconds).toBeLessThan(300);
    await visitor.close();
  });

  it('loads nothing from other origins, and causes no console errors or policy violations', () => {
    expect(watched.strayRequests).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});

describe('a gateway that refuses', () => {
  it('is understood, and shows everything once it serves again', async () => {
    const visitor = await openPage(browser, new URL(server.url).origin);
    const { page: own } = visitor;
    const refusal = { message: 'No.', extensions: { code: 'NOT_READY', retryAfter: 30 } };
    await own.route('**/graphql', (route) => route.fulfill({ status: 503, json: { errors: [refusal] } }));
    await own.goto(`${server.url}/console/documents`);
    await expect.poll(() => own.locator('main').innerText()).toContain('The gateway is not ready');
    await own.unrouteAll({ behavior: 'ignoreErrors' });
    await own.goto(`${server.url}/console/documents`);
    await own.locator('tbody tr').first().waitFor();
    await visitor.close();
  });

  it('retries automatically after the wait', async () => {
    const visitor = await openPage(browser, new URL(server.url).origin);
    const { page: own } = visitor;
    let refusing = true;
    await own.route('**/graphql', (route) =>
      refusing
        ? route.fulfill({
            status: 503,
            contentType: 'application/graphql-response+json',
            body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code: 'NOT_READY', retryAfter: 1 } }] }),
          })
        : route.continue(),
    );
    await own.goto(`${server.url}/console/documents`);
    await expect.poll(() => own.locator('main').innerText()).toContain('The gateway is not ready');
    refusing = false;
    await own.locator('tbody tr').first().waitFor();
    await visitor.close();
  });

  it('one part of the inbox shows the others', async () => {
    const visitor = await openPage(browser, new URL(server.url).origin);
    const { page: own } = visitor;
    await own.route('**/graphql', async (route: Route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data?: Record<string, unknown>; errors?: unknown[] };
      if (!body.data || !('dueTaxReturns' in body.data)) return route.fulfill({ response: answer });
      const errors = [{ message: 'No.', path: ['dueTaxReturns'], extensions: { code: 'FORBIDDEN' } }];
      return route.fulfill({ response: answer, json: { data: { dueTaxReturns: null }, errors } });
    });
    await own.goto(`${server.url}/console`);
    await expect
      .poll(() => own.getByRole('region', { name: 'Returns due' }).innerText())
      .toContain('You do not have access');
    await expect.poll(() => own.getByRole('region', { name: 'To decide' }).innerText()).toContain('certificate');
    await visitor.close();
  });
});

describe('signing in without a demo', () => {
  it('accepts a client id and secret, and discards the token with the page', async () => {
    const visitor = await openPage(browser, new URL(server.url).origin);
    const { page: own } = visitor;
    const { accessToken } = JSON.parse(
      await page.evaluate(
        "fetch('/demo/token', { method: 'POST', headers: { 'X-Tollgate-Demo': '1' } }).then((answer) => answer.text())",
      ),
    );
    await own.route('**/demo/token', (route) => route.fulfill({ status: 403, body: '' }));
    let isRight = false;
    await own.route('**/v1/token', (route) =>
      isRight ? route.fulfill({ json: { accessToken, expiresIn: 3600 } }) : route.fulfill({ status: 401, json: {} }),
    );
    await own.goto(`${server.url}/console/documents?state=MN`);
    await own.getByLabel('Client id').fill('somebody');
    await own.getByLabel('Client secret').fill('secret');
    await own.getByRole('button', { name: 'Sign in' }).press('Enter');
    await expect.poll(() => own.getByRole('alert').innerText()).toBe('Wrong client id or secret.');
    expect(await brokenRules(own)).toEqual([]);
    isRight = true;
    await own.getByRole('button', { name: 'Sign in' }).press('Enter');
    await own.locator('tbody tr').first().waitFor();
    await expect.poll(() => own.url()).toBe(`${server.url}/console/documents?state=MN`);
    await expect
      .poll(() => own.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'))
      .toBe('[{},{},""]');
    await own.getByRole('button', { name: 'Sign out' }).first().click();
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    await visitor.close();
  });
});
