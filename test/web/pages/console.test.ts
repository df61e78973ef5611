import { brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createConsole, isConsolePath } from '../../../src/web/pages/console.ts';
import { readConsoleFiles, readConsoleOperations } from '../../../src/web/pages/console-files.ts';
import { builtMain } from '../../support/built.ts';

const log = pino({ level: 'silent' });

/** The transferred size of these files, compressed. */
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readConsoleFiles()!.find(name)!.brotli.length, 0);

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

  it.each(['../../manifest.json', '%2e%2e%2fmanifest.json', 'console.js', 'manifest.json', 'x.js.br', ''])(
    'has no file %s',
    async (name) => {
      const answer = await createConsole({ hasDemo: false, signIn: null, log })(
        new Request(`http://localhost/console/files/${name}`.replace('../../', '..%2f')),
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

  it('loads 70 kB of script or less for the first view, and no script to find another', async () => {
    const html = await (await ask('/console')).text();
    const first = [...html.matchAll(/"\/console\/files\/([^"]+\.js)"/g)].map(([, name]) => name!);
    const textOf = async (name: string) => (await ask(`/console/files/${name}`)).text();
    const entry = /<script type="module" src="\/console\/files\/([^"]+)"/.exec(html)![1]!;
    const parts = [...(await textOf(entry)).matchAll(/import\(\W\.\/([\w.-]+\.js)\W\)/g)].map(([, name]) => name!);
    expect(parts.map((name) => name.split('.')[0])).toEqual(
      expect.arrayContaining(['documents', 'returns', 'customers']),
    );
    for (const part of parts) {
      const imported = [...(await textOf(part)).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map(
        ([, name]) => name!,
      );
      expect(imported.length).toBeGreaterThan(0);
      expect(first).toEqual(expect.arrayContaining(imported));
    }
    // The inbox is in the part of documents: the page's own scripts and that part are all that a first visit loads.
    const inbox = parts.find((name) => name.startsWith('documents.'))!;
    expect(sizeOf([...first, inbox])).toBeGreaterThan(10_000);
    expect(sizeOf([...first, inbox])).toBeLessThanOrEqual(70_000);
  });

  it('stays within 110 kB for the scripts of all views together, and 40 kB of data, compressed', () => {
    const names = readConsoleFiles()!.names();
    expect(sizeOf(names.filter((name) => name.endsWith('.js')))).toBeLessThanOrEqual(110_000);
    expect(sizeOf(names.filter((name) => name.endsWith('.json')))).toBeLessThanOrEqual(40_000);
  });

  it('has operations that the gateway knows by their hash', () => {
    const operations = readConsoleOperations();
    expect([...operations.values()].map((text) => /^(?:query|mutation) (\w+)/.exec(text)?.[1])).toEqual(
      expect.arrayContaining(['consoleShell', 'consoleSearch', 'inboxDue', 'documents']),
    );
    expect([...operations.keys()].every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  });
});
