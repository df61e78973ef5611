import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import type { BuiltServer } from './built-server.ts';
import { openView, settled, tabTo } from './console-flows.ts';
import { startYearServer } from './console-server.ts';
import { expectPicture } from './kept-pictures.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  server = await startYearServer();
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string) => openView(page, server.url, path);
const address = () => page.url().slice(server.url.length);
const press = (key: string) => page.keyboard.press(key);
const group = (name: string | RegExp) => page.getByRole('group', { name });

const now = new Date();
const monthsAgo = (count: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15)).toISOString().slice(0, 7);
const [thisMonth, lastMonth] = [monthsAgo(0), monthsAgo(1)];

const picture = (name: string) => expectPicture(page, name, 'of the day');

/** The API response to the token of the demo. */
async function ask(query: string): Promise<Record<string, unknown>> {
  return page.evaluate(
    `fetch('/demo/token', { method: 'POST', headers: { 'X-Tollgate-Demo': '1' } })
      .then((answer) => answer.json())
      .then(({ accessToken }) => fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + accessToken },
        body: ${JSON.stringify(JSON.stringify({ query }))},
      }))
      .then((answer) => answer.json())
      .then(({ data, errors }) => { if (errors) throw new Error(JSON.stringify(errors)); return data; })`,
  );
}

/** The name of a downloaded file, and its lines. */
async function download(start: () => Promise<void>): Promise<readonly [name: string, lines: readonly string[]]> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()]);
  return [file.suggestedFilename(), (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)];
}

describe('liability', () => {
  it('has months by place, as bars and as a table', async () => {
    await open('/console/liability');
    await expect.poll(() => page.locator('.bars a').count()).toBe(6);
    const table = group('Tax by place and month');
    await expect.poll(() => table.locator('thead th').count()).toBe(9);
    const minnesota = table.getByRole('row', { name: /^Minnesota/ });
    expect((await minnesota.innerText()).match(/\$[\d,]+\.\d\d/g)!.length).toBeGreaterThan(3);
    await expect.poll(() => table.locator('tfoot').innerText()).toMatch(/^Total[\s\S]*\$[\d,]+\.\d\d$/);
    await picture('console-liability');
  });

  it('leads from each figure to its documents, by the keyboard', async () => {
    await tabTo(page, /^\$[\d,]+\.\d\d$/);
    await press('Enter');
    await expect
      .poll(address)
      .toMatch(/^\/console\/documents\?reported=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d&country=US&state=\w\w&currency=USD$/);
    await settled(page);
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(0);
    await page.goBack();
    await expect.poll(() => page.title()).toBe('Liability · Tollgate');
  });

  it('shows a place and a month by its address, with the underlying documents', async () => {
    await open('/console/liability');
    await page.getByRole('link', { name: 'Minnesota', exact: true }).press('Enter');
    await expect.poll(address).toBe('/console/liability?place=US-MN');
    await page.locator('.grid thead a').nth(4).press('Enter');
    await expect.poll(address).toBe(`/console/liability?place=US-MN&month=${lastMonth}`);
    await settled(page);
    await expect.poll(() => group('Jurisdiction').locator('tbody tr').first().innerText()).toMatch(/^Minnesota State/);
    await expect.poll(() => page.locator('.bars figcaption').innerText()).toContain('Tax by month, Minnesota');
    for (const [name, by, row] of [
      ['Marketplace', 'MARKETPLACE', 'No marketplace'],
      ['Reason', 'REASON', 'Taxed'],
      ['Tax code', 'TAX_CODE', 'C1S1'],
      ['Rate', 'RATE', '0\u00a0%'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'Grouped by' })
        .getByRole('link', { name, exact: true })
        .press('Enter');
      await expect.poll(address).toBe(`/console/liability?place=US-MN&month=${lastMonth}&by=${by}`);
      await group(name).getByRole('link', { name: row, exact: true }).waitFor();
    }
    await group('Rate').locator('tbody a').first().press('Enter');
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=.*&state=MN&currency=USD&rate=[\d.]+$/);
    await settled(page);
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(0);
  });

  it('has other figures, currencies and months', async () => {
    await open('/console/liability');
    for (const [link, expected] of [
      ['Documents', '/console/liability?measure=documents'],
      ['12 months', '/console/liability?measure=documents&months=12'],
      ['EUR', '/console/liability?measure=documents&months=12&currency=EUR'],
    ] as const) {
      await page.locator('main nav').getByRole('link', { name: link, exact: true }).press('Enter');
      await expect.poll(address).toBe(expected);
      await settled(page);
    }
    await expect.poll(() => page.locator('.bars a').count()).toBe(12);
    await expect.poll(() => group('Documents by place and month').innerText()).toMatch(/France[\s\S]*\d+$/);
    await page.getByRole('link', { name: 'Earlier months' }).press('Enter');
    await expect.poll(address).toMatch(/&to=\d{4}-\d\d$/);
  });

  it('says when nothing was sold', async () => {
    await open('/console/liability?to=2019-12');
    await expect.poll(() => page.locator('main').innerText()).toContain('No sales in these months');
  });

  it('is downloaded as CSV', async () => {
    await open('/console/liability');
    const [name, lines] = await download(() =>
      page.getByRole('button', { name: 'CSV: liability-by-month' }).press('Enter'),
    );
    expect(name).toBe('liability-by-month.csv');
    expect(lines[0]).toMatch(/^"?place"?,/);
    expect(lines.some((line) => line.startsWith('US-MN,US,MN'))).toBe(true);
  });

  it('offers the journals of documents and of filed returns', async () => {
    await open('/console/liability');
    const [name, lines] = await download(() =>
      page.getByRole('button', { name: 'CSV: journal', exact: true }).press('Enter'),
    );
    expect([name, lines.some((line) => line.includes(',RECEIVABLE,'))]).toEqual(['journal.csv', true]);
    const [filedName, filed] = await download(() =>
      page.getByRole('button', { name: 'CSV: journal-filings', exact: true }).press('Enter'),
    );
    expect([filedName, filed.some((line) => line.includes(',US-MN '))]).toEqual(['journal-filings.csv', true]);
    expect(filed.some((line) => line.includes(',AUTHORITY,'))).toBe(true);
  });
});

describe('the list of returns', () => {
  it('begins with overdue returns, and links to them', async () => {
    await open('/console/returns');
    const due = group('Due');
    expect((await due.locator('tbody tr').first().innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /^Wisconsin Q\d \d{4} quarterly \w+ \d+, \d{4} \d+ days late \d+ \$[\d,]+\.\d\d$/,
    );
    await tabTo(page, /^Wisconsin$/);
    await press('Enter');
    await expect.poll(address).toMatch(/^\/console\/returns\/US-WI\/\d{4}-Q\d$/);
    await page.goBack();
    await settled(page);
  });

  it('filters and pages those that were filed, by its address', async () => {
    await open('/console/returns');
    const filed = group('Filed');
    await expect.poll(() => filed.locator('tbody tr').count()).toBe(25);
    await page.getByRole('link', { name: 'Older' }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/returns\?after=/);
    await settled(page);
    await page.getByRole('link', { name: 'Newer' }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/returns\?before=/);
    await settled(page);
    await page.getByLabel('State').selectOption('Minnesota');
    await expect.poll(address).toBe('/console/returns?state=MN');
    await settled(page);
    const places = await filed.locator('tbody tr').allInnerTexts();
    expect(places.length).toBeGreaterThan(5);
    expect(places.every((row) => row.startsWith('Minnesota'))).toBe(true);
    await page.getByLabel('Status').selectOption('Amended');
    await expect.poll(() => page.locator('main').innerText()).toContain('No filed returns match');
  });

  it('is downloaded as CSV', async () => {
    await open('/console/returns');
    const [dueName, due] = await download(() => page.getByRole('button', { name: 'CSV: due-returns' }).press('Enter'));
    expect([dueName, due.some((line) => line.includes(',US-WI,'))]).toEqual(['due-returns.csv', true]);
    const [name, filed] = await download(() =>
      page.getByRole('button', { name: 'CSV: returns', exact: true }).press('Enter'),
    );
    expect([name, filed.length > 50]).toEqual(['returns.csv', true]);
  });

  it('opens any other return, and explains places and periods', async () => {
    await open('/console/returns');
    await page.getByLabel('Place').fill('Nevada');
    await page.getByLabel('Period').fill('2026-10');
    await press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/^A place is a US state code/);
    await page.getByLabel('Place').fill('us-nv');
    await page.getByLabel('Period').fill('October');
    await press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/^A period is a month/);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByLabel('Period').fill('2026-q1');
    await press('Enter');
    await expect.poll(address).toBe('/console/returns/US-NV/2026-Q1');
    await settled(page);
    await expect.poll(() => page.locator('main').innerText()).toContain('No sales in this period');
  });
});

describe('a return', () => {
  it('has its figures next to the previous period, and every figure links to its documents', async () => {
    await open(`/console/returns/US-MN/${lastMonth}`);
    const figures = group('Figures in USD');
    const rows = await figures.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t')[0])).toEqual(
      expect.arrayContaining([
        'Sales',
        'Taxable',
        'Exempt',
        'Exempt by certificate',
        'Not taxable',
        'Tax',
        'Documents',
      ]),
    );
    expect(rows.find((row) => row.startsWith('Tax\t'))).toMatch(
      /^Tax\t\$[\d,]+\.\d\d\t\$[\d,]+\.\d\d\t[+-]\$[\d,]+\.\d\d$/,
    );
    const count = rows.find((row) => row.startsWith('Documents\t'))!.split('\t')[1]!;
    await picture('console-return');
    await figures
      .getByRole('row', { name: /^Documents/ })
      .getByRole('link')
      .press('Enter');
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=.*&country=US&state=MN&currency=USD$/);
    await settled(page);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(Number(count));
  });

  it('has each jurisdiction, with its documents and as CSV', async () => {
    await open(`/console/returns/US-MN/${lastMonth}`);
    const rows = group('By jurisdiction');
    await expect.poll(() => rows.locator('tbody tr').first().innerText()).toMatch(/^Minnesota\tState\t/);
    const [name, lines] = await download(() => page.getByRole('button', { name: /^CSV: return-/ }).press('Enter'));
    expect(name).toBe(`return-US-MN-${lastMonth}.csv`);
    expect(lines.length).toBe((await rows.locator('tbody tr').count()) + 1);
    await rows.getByRole('link', { name: 'Minneapolis', exact: true }).press('Enter');
    await expect.poll(address).toMatch(/&state=MN&jurisdiction=[\w-]+&currency=USD$/);
  });

  it('links to the previous and next period, and reports that a period has not ended', async () => {
    await open(`/console/returns/US-MN/${lastMonth}`);
    await page.getByRole('link', { name: /^Next period/ }).press('Enter');
    await expect.poll(address).toBe(`/console/returns/US-MN/${thisMonth}`);
    await settled(page);
    const checks = page.getByRole('region', { name: 'Checks' });
    await expect.poll(() => checks.innerText()).toContain('The period has not ended');
    await expect.poll(() => page.getByRole('button', { name: /^File/ }).count()).toBe(0);
  });

  it('has the form of its state, with what to write in each box', async () => {
    await open(`/console/returns/US-MN/${lastMonth}`);
    await page.getByRole('link', { name: 'Form', exact: true }).press('Enter');
    await expect.poll(address).toBe(`/console/returns/US-MN/${lastMonth}?tab=form`);
    await settled(page);
    const boxes = await group('Form SimplifiedElectronicReturn').locator('tbody tr').allInnerTexts();
    expect(boxes.some((row) => /^TotalTaxDue\tTotal tax due\t\$[\d,]+\.\d\d$/.test(row))).toBe(true);
    expect(boxes.some((row) => row.endsWith('\tto fill in'))).toBe(true);
    await expect.poll(() => group('Form JurisdictionDetail').innerText()).toContain('Hennepin County');
    const [name, lines] = await download(() => page.getByRole('button', { name: /^CSV: form-/ }).press('Enter'));
    expect([name, lines.length > 10]).toEqual([`form-SST_SER-${lastMonth}.csv`, true]);
    const [prepaid, local] = ['Prepaid, in USD', 'Prepaid local tax, in USD'].map((label) => page.getByLabel(label));
    expect([await prepaid!.count(), await local!.count()]).toEqual([1, 0]);
    await open(`/console/returns/US-TX/${lastMonth}?tab=form`);
    await expect.poll(() => local!.count()).toBe(1);
    await open(`/console/returns/US-NY/${lastMonth}?tab=form`);
    await expect.poll(() => page.locator('main').innerText()).toContain('No form for this place');
    expect(await prepaid!.count()).toBe(0);
  });

  it('is nothing without a place and a period', async () => {
    await page.goto(`${server.url}/console/returns/minnesota/october`);
    await page.getByRole('heading', { name: 'Return not found' }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
  });
});

describe('filing', () => {
  let path = '';
  let firstDay = '';
  const status = () => page.locator('h1 .badge').innerText();
  const submit = () => page.getByRole('button', { name: 'File and freeze' });
  const fileAndFreeze = async () => {
    await expect.poll(() => submit().isEnabled()).toBe(true); // It waits for the checks.
    await submit().press('Enter');
  };

  // A return of the demo year that is late on any day.
  beforeAll(async () => {
    await page.goto(`${server.url}/console/returns`);
    const { dueTaxReturns } = (await ask(
      '{ dueTaxReturns(first: 50) { nodes { taxReturn { place period from } } } }',
    )) as { dueTaxReturns: { nodes: { taxReturn: { place: string; period: string; from: string } }[] } };
    const ofWisconsin = dueTaxReturns.nodes.find(({ taxReturn }) => taxReturn.place === 'US-WI');
    const { place, period, from } = ofWisconsin!.taxReturn;
    path = `/console/returns/${place}/${period}`;
    firstDay = from;
  });

  it('lists the effects of filing, and restores the focus when it is cancelled', async () => {
    await open(path);
    const tax = (
      await group('Figures in USD')
        .getByRole('row', { name: /^Tax \$/ })
        .innerText()
    ).split('\t')[1]!;
    await tabTo(page, /^File/);
    await press('Enter');
    const dialog = page.getByRole('dialog');
    const said = await dialog.innerText();
    expect(said).toMatch(/\d+ documents: marked as filed/);
    expect(said).toContain('will be closed');
    expect(said).toContain(tax);
    expect(await brokenRules(page)).toEqual([]);
    await press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toMatch(/^File/);
    await expect.poll(status).toBe('Draft');
  });

  it('is not for readers', async () => {
    await open(path);
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('"ifDigest"')) return route.continue();
      await route.fulfill({
        status: 403,
        contentType: 'application/graphql-response+json',
        body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }] }),
      });
    });
    await page.getByRole('button', { name: /^File/ }).press('Enter');
    await fileAndFreeze();
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('You do not have access');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await press('Escape');
    await expect.poll(status).toBe('Draft');
  });

  it('refuses an invalid amount, and figures that have changed since they were read', async () => {
    await open(path);
    await page.getByRole('button', { name: /^File/ }).press('Enter');
    await page.getByLabel(/^Amount paid/).fill('ten');
    await press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/^Enter a number/);
    await ask(
      `mutation { upsertTransaction(input: { source: "9", externalId: "LATE-1", transactionType: INVOICE, transactionStatus: ACTIVE, currency: "USD", externalTimestamps: { createdDate: "${firstDay}", updatedDate: "${firstDay}" }, customerId: "${await customerId()}", items: [{ name: "Lantern", taxCode: "C1S1", quantity: "1", unitPrice: "100.00" }], shippingAddress: { street: "200 E Wells St", city: "Milwaukee", state: "WI", zip: "53202", country: "US" } }) { __typename } }`,
    );
    await page.getByLabel(/^Amount paid/).fill('1');
    await fileAndFreeze();
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/^The figures have changed/);
    await page.getByRole('button', { name: 'Review the new figures' }).press('Enter');
    await expect.poll(status).toBe('Draft');
  });

  it('waits for the checks, and shows them', async () => {
    await open('/console/returns');
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if ((route.request().postData() ?? '').includes('"missed"')) await isAnswered;
      await route.continue();
    });
    await page.locator(`main a[href="${path}"]`).first().press('Enter');
    await page.getByRole('button', { name: /^File/ }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.innerText()).toContain('Waiting for checks');
    expect(await submit().isDisabled()).toBe(true);
    answer();
    await expect.poll(() => submit().isDisabled()).toBe(false);
    expect(await dialog.innerText()).toMatch(/Checks\s[\s\S]*Nothing to review/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is done with the keyboard only, from the inbox to the filed return', async () => {
    await open('/console');
    await tabTo(page, /^Wisconsin$/);
    await press('Enter');
    await expect.poll(address).toBe(path);
    await settled(page);
    await tabTo(page, /^File/);
    await press('Enter');
    await tabTo(page, /^Reference number/);
    await page.keyboard.type('WI-2026-17');
    await tabTo(page, /^Amount paid/);
    await page.keyboard.type('1,234.50');
    await press('Enter');
    await expect.poll(status).toBe('Filed');
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('The return is filed.');
    await page.getByRole('link', { name: 'Filings (1)' }).press('Enter');
    await settled(page);
    const said = await page.getByRole('region', { name: 'First filing' }).innerText();
    expect(said).toContain('WI-2026-17');
    expect(said).toContain('$1,234.50');
    expect(said).toMatch(/Discount for filing on time[\s\S]*Payable[\s\S]*Filed and paid on/);
  });

  it('reopens with a reason, and files an amendment next to the first filing', async () => {
    await open(path);
    await tabTo(page, /^Reopen/);
    await press('Enter');
    await page.getByLabel('Why').fill('A late sale');
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reopen', exact: true }).press('Enter');
    await expect.poll(status).toBe('Draft');
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('The return is open again.');
    await ask(
      `mutation { cancelTransaction(input: { by: { key: { source: "9", externalId: "LATE-1" } } }) { __typename } }`,
    );
    await open(`${path}?tab=filings`);
    await expect.poll(() => page.locator('main').innerText()).toContain('Reopened: A late sale');
    const table = group('Filings side by side');
    await expect.poll(() => table.locator('thead').innerText()).toMatch(/First filing\s+Now/);
    await expect.poll(() => table.getByRole('row', { name: /^Sales/ }).innerText()).toMatch(/-\$100\.00/);
    await expect.poll(() => group('Changes by jurisdiction').innerText()).toContain('Milwaukee');
    await page.getByRole('button', { name: /^File the amendment/ }).press('Enter');
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('an amendment');
    await fileAndFreeze();
    await expect.poll(status).toBe('Amended');
    await expect.poll(() => table.locator('thead').innerText()).toMatch(/First filing\s+Amendment 1/);
    await picture('console-return-filings');
  });
});

async function customerId(): Promise<string> {
  const { customers } = (await ask(
    '{ customers(first: 1, filter: { customerType: { eq: RETAIL } }) { nodes { serviceId } } }',
  )) as { customers: { nodes: { serviceId: string }[] } };
  return customers.nodes[0]!.serviceId;
}

describe('the European Union', () => {
  const lastQuarter = () => {
    const month = now.getUTCMonth();
    return month < 3 ? `${now.getUTCFullYear() - 1}-Q4` : `${now.getUTCFullYear()}-Q${Math.floor(month / 3)}`;
  };

  it('has the one-stop shop by member state', async () => {
    await open(`/console/returns/DE/${lastQuarter()}?scheme=UNION_ONE_STOP_SHOP`);
    await expect.poll(() => page.locator('main').innerText()).toContain('One-stop shop (Union)');
    const balances = group('VAT to pay by member state');
    await expect.poll(() => balances.locator('tfoot').innerText()).toMatch(/^VAT to pay\t€[\d,]+\.\d\d/);
    await expect
      .poll(() => group('Sales by member state').locator('tbody tr').first().innerText())
      .toMatch(/\t\d+(\.\d+)?\s%\t/);
    await balances.locator('tbody a').first().press('Enter');
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=.*&country=\w\w$/);
    await open(`/console/returns/DE/${lastQuarter()}?scheme=UNION_ONE_STOP_SHOP&tab=filings`);
    await expect.poll(() => page.locator('main').innerText()).toMatch(/Tax\t€[\d,]+\.\d\d/);
  });

  it('has the EC sales list of any member state, by quarter and month', async () => {
    await open('/console/returns');
    await page.getByRole('link', { name: 'EC sales list' }).press('Enter');
    await expect.poll(address).toBe('/console/returns/ec-sales-list');
    await page.getByLabel('Member state').selectOption('Germany');
    await expect.poll(address).toBe('/console/returns/ec-sales-list?country=DE');
    await settled(page);
    await expect.poll(() => group('EC sales list').innerText()).toMatch(/ATU13585627\s+Austria\s+Goods\s+Not checked/);
    const [name, lines] = await download(() => page.getByRole('button', { name: /^CSV: ec-sales/ }).press('Enter'));
    expect([name, lines.some((line) => line.includes('ATU13585627'))]).toEqual([
      `ec-sales-list-${lastQuarter()}.csv`,
      true,
    ]);
    await page.getByRole('link', { name: 'By month' }).press('Enter');
    await expect.poll(address).toMatch(/\?country=DE&period=\d{4}-\d\d$/);
    await open('/console/returns/ec-sales-list?country=FR&period=2020-Q1');
    await expect.poll(() => page.locator('main').innerText()).toContain('Nothing to declare');
  });
});

describe('all views', () => {
  it('are printed without what only a screen needs', async () => {
    await open(`/console/returns/US-MN/${lastMonth}`);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('button', { name: /^CSV/ }).first().isVisible()).toBe(false);
    await expect.poll(() => group('Figures in USD').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  it('load nothing from other origins, and cause only the intended error', () => {
    expect(watched.strayRequests).toEqual([]);
    expect(watched.complaints.filter((one) => !one.includes('403'))).toEqual([]);
  });
});
