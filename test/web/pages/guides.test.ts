import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtAddress, filesPath, readBuiltText } from '../../../src/http/built-files.ts';
import { createGuides, isGuidesPath } from '../../../src/web/pages/guides.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { builtMain } from '../../support/built.ts';

const root = join(import.meta.dirname, '../../..');

/** The guides for REST; the guide for GraphQL has a separate test. */
const files = [
  'src/rest/quick-start.md',
  'src/usecases/transactions/quotes.md',
  'src/usecases/transactions/documents.md',
  'src/usecases/transactions/refunds.md',
  'src/usecases/transactions/marketplaces.md',
  'src/usecases/exemptions/certificates.md',
  'src/usecases/returns/returns.md',
  'src/adapters/webhooks/GUIDE.md',
  'src/rest/http/limits.md',
];

type Shown = {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly answer: unknown;
};

/** Each command with the response shown after it in the guide. */
function commandsIn(text: string): readonly Shown[] {
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language,
    code: code!,
  }));
  return blocks.flatMap(({ language, code }, index): Shown[] => {
    const found = /curl -sS (?:-X (\w+) )?'?localhost:4000([^\s']+)/.exec(code);
    if (language !== 'sh' || !found || code.includes('/v1/token')) return [];
    const [, method, path] = found;
    const [, body] = /-d '([\s\S]*)'(?: \| member \w+\))?\s*$/.exec(code) ?? [];
    const next = blocks[index + 1];
    const answer = next?.language === 'json' ? JSON.parse(next.code) : undefined;
    return [{ method: method ?? (body ? 'POST' : 'GET'), path: path!, body, answer }];
  });
}

describe('the requests of the guides', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(files)('%s: each is answered as it shows', async (file) => {
    const commands = commandsIn(readFileSync(join(root, file), 'utf8'));
    expect(commands.length).toBeGreaterThan(0);
    let customer = '';
    for (const { method, path, body, answer } of commands) {
      const sent = body?.replaceAll("'$CUSTOMER'", customer);
      const response = await app.send(method, path, sent === undefined ? undefined : JSON.parse(sent));
      const text = await response.text();
      expect([method, path, response.status < 300 ? 'done' : text]).toEqual([method, path, 'done']);
      if (answer !== undefined) expect(JSON.parse(text)).toMatchObject(answer as object);
      if (path.startsWith('/v1/customers/')) customer = JSON.parse(text).serviceId ?? customer;
    }
  });
});

describe('the pages of the guides', () => {
  const serve = createGuides();
  const ask = (path: string, init?: RequestInit) => serve(new Request(`http://localhost${path}`, init));
  beforeAll(() => void builtMain());

  it('are at /docs and below, and nowhere else', () => {
    expect(['/docs', '/docs/quotes', '/docs?x'].map(isGuidesPath)).toEqual([true, true, true]);
    expect(['/', '/v1/docs', '/docsx'].map(isGuidesPath)).toEqual([false, false, false]);
  });

  it('are twelve, in the order of the work, each with its headings and a way to the others', async () => {
    const index = await (await ask('/docs')).text();
    const slugs = [...index.matchAll(/class="panel card" href="\/docs\/([\w-]+)"/g)].map(([, slug]) => slug);
    expect(slugs).toEqual([
      'quick-start',
      'quotes',
      'documents',
      'refunds',
      'marketplaces',
      'certificates',
      'returns',
      'webhooks',
      'graphql',
      'test-land',
      'limits',
      'operations',
    ]);
    for (const slug of slugs) {
      const response = await ask(`/docs/${slug}`);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page.match(/<h1>/g)).toHaveLength(1);
      expect(page).toContain(`<a href="/docs/${slug}" aria-current="page">`);
      // Every internal link leads to an existing heading or guide.
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g))
        expect([slug, anchor, ids.has(anchor)]).toEqual([slug, anchor, true]);
      for (const [, other, anchor] of page.matchAll(/href="\/docs\/([\w-]+)(?:#([^"]+))?"/g)) {
        expect(slugs).toContain(other);
        if (anchor) expect(await (await ask(`/docs/${other}`)).text()).toContain(` id="${anchor}"`);
      }
    }
  });

  it('have a policy without inline scripts and styles, and load nothing from other origins', async () => {
    const response = await ask('/docs/quotes');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const page = await response.text();
    expect(page).not.toMatch(
      /\sstyle="|\son\w+="|<style|<script(?![^>]*(?:src="\/docs\/files\/|type="application\/json"))/,
    );
    expect(page).not.toMatch(/(?:src|href)="https?:/);
  });

  it('show HTML of a guide as text', () => {
    const guides: { html: string }[] = JSON.parse(readBuiltText('guides.json')!);
    const all = guides.map(({ html }) => html).join('');
    expect(all).toContain('Promise&lt;string&gt;');
    expect(all).not.toMatch(/<(?:script|iframe|img|style|object)/);
  });

  it('have an index that the search reads, with every section', async () => {
    const response = await ask(builtAddress('search.json'));
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const sections = (await response.json()) as { slug: string; heading: string; id: string; text: string }[];
    expect(sections).toContainEqual(
      expect.objectContaining({ slug: 'operations', heading: 'Back up, move, upgrade', id: 'back-up-move-upgrade' }),
    );
    expect(sections.find(({ slug, id }) => slug === 'refunds' && id === '')?.text).toContain('createdFrom');
    expect(sections.every(({ text }) => !text.includes('&quot;'))).toBe(true);
  });

  it.each(['manifest.json', 'page.css', '..%2fmanifest.json', 'scalar/x.js', 'x.js.br', ''])(
    'have no file %s',
    async (name) => {
      expect((await ask(`${filesPath}${name}`)).status).toBe(404);
    },
  );

  it('answer 404 with the list of guides, HEAD without a body, and refuse what writes', async () => {
    const missing = await ask('/docs/nothing');
    expect([missing.status, (await missing.text()).includes('Guide not found')]).toEqual([404, true]);
    const head = await ask('/docs', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await ask('/docs', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('take no more room than they need', () => {
    const sizeOf = (pattern: RegExp) =>
      readdirSync(join(root, 'dist/web/pages/files'))
        .filter((name) => pattern.test(name))
        .reduce((sum, name) => sum + readFileSync(join(root, 'dist/web/pages/files', name)).length, 0);
    expect(sizeOf(/\.(?:js|css)\.br$/)).toBeLessThan(20_000);
    expect(sizeOf(/^search\..*\.br$/)).toBeLessThan(29_000);
  });
});
