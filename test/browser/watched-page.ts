import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

export type WatchedPage = {
  readonly page: Page;
  /** Requests to any host other than the server. */
  readonly strayRequests: readonly string[];
  /** Errors and warnings in the console, including violations of the Content-Security-Policy, and uncaught exceptions. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** A browser without a network: it can resolve only the server's name. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** A page for a new visitor; its requests and errors are recorded from the first byte. */
export async function openPage(
  browser: Browser,
  origin: string,
  look: Pick<BrowserContextOptions, 'colorScheme'> = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...look });
  const strayRequests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) strayRequests.push(request.url());
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  const close = async () => {
    // Requests still in progress then are no longer of interest.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, strayRequests, complaints, close };
}
