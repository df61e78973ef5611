import { brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createConsole, isConsolePath } from '../../src/pages/console.ts';
import { readConsoleFiles, readConsoleOperations } from '../../src/pages/console-files.ts';
import { builtMain } from '../support/built.ts';

const log = pino({ level: 'silent' });

describe('the console', () => {
  let ask: (path: string, init?: RequestInit) => Promise<Response>;

  beforeAll(() => {
    if (!readConsoleFiles()) builtMain(); // `npm test` has built it.
    const serve = createConsole({ hasDemo: true, signIn: null, log });
    ask = (path, init) => serve(new Request(`http://localhost${path}`, init));
  });

  it('is at /console and below, and nowhere else', () => {
    expect(['/console', '/console?month=2026-01', '/console/documents/1'].map(isConsolePath)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['/', '/consoles', '/v1/console', '/graphql'].map(isConsolePath)).toEqual([false, false, false, false]);
  });

  it('is one page, which may load only its own files', async () => {
    for (const path of ['/console', '/console/documents?state=MN', '/console/documents/1']) {
      const page = await ask(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(await page.text()).toContain('{"demo":{"path":"/demo/token","header":"X-Tollgate-Demo"},"signIn":null}');
    }
  });

  it('has files that browsers keep for ever, compressed at build time', async () => {
    const html = await (await ask('/console')).text();
    const paths = [...html.matchAll(/"(\/console\/files\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths.filter((path) => path.endsWith('.css'))).toHaveLength(1);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      expect(path).toMatch(/\.[\w-]{8,10}\.(js|css)$/);
      const plain = await ask(path);
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const packed = await ask(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect(packed.headers.get('content-encoding')).toBe('br');
      expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text());
      expect((await ask(path, { headers: { 'Accept-Encoding': 'gzip' } })).headers.get('content-encoding')).toBe(
        'gzip',
      );
    }
  });

  it.each(['../manifest.json', '%2e%2e%2fmanifest.json', 'console.js', 'manifest.json', 'x.js.br', ''])(
    'has no file %s',
    async (name) => {
      const answer = await createConsole({ hasDemo: false, signIn: null, log })(
        new Request(`http://localhost/console/files/${name}`.replace('../', '..%2f')),
      );
      expect(answer.status).toBe(404);
    },
  );

  it('answers HEAD without a body, and refuses what writes', async () => {
    const head = await ask('/console', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await ask('/console', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('stays within 75 kB of script and 40 kB of data, compressed', async () => {
    const files = readConsoleFiles();
    const names = files!.names();
    const sizeOf = (ending: string) =>
      names.filter((name) => name.endsWith(ending)).reduce((sum, name) => sum + files!.find(name)!.brotli.length, 0);
    expect(sizeOf('.js')).toBeGreaterThan(10_000);
    expect(sizeOf('.js')).toBeLessThanOrEqual(75_000);
    expect(sizeOf('.json')).toBeLessThanOrEqual(40_000);
  });

  it('has operations that the gateway knows by their hash', () => {
    const operations = readConsoleOperations();
    expect([...operations.values()].map((text) => /^(?:query|mutation) (\w+)/.exec(text)?.[1])).toEqual(
      expect.arrayContaining(['consoleShell', 'consoleSearch', 'inboxDue', 'documents']),
    );
    expect([...operations.keys()].every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  });
});
