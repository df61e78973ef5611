// npm run test:browser [-- --if-available] [-- --screenshot] [-- FILE…]: tests the pages of the built server in a real browser: the
// one in TEST_BROWSER, or a Chromium on this machine. With --screenshot, the pictures beside this file are recreated.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './find-browser.ts';

const isOptional = process.argv.includes('--if-available');
const takesPicture = process.argv.includes('--screenshot');
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

process.exitCode = await main();

async function main(): Promise<number> {
  const browser = findBrowser();
  if (!browser) {
    console.error('!!! No browser: neither TEST_BROWSER nor chromium or google-chrome on this machine.');
    console.error('!!! On Debian: apt-get install chromium. THE TESTS IN A REAL BROWSER DID NOT RUN.');
    return isOptional ? 0 : 1;
  }
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const tests = spawn(process.execPath, [vitest, 'run', '--project', 'browser', ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_BROWSER: browser,
      ...(takesPicture && { TEST_SCREENSHOTS: 'test/browser' }),
    },
  });
  // The tests share our process group, so they are interrupted with us, and end the browser and the server they started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
  return new Promise((resolve) => tests.once('close', (code) => resolve(code ?? 1)));
}
