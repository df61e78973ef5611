import { builtAddress, filesPath, readBuiltFile, readBuiltText } from '../../http/built-files.ts';
import { compressOnce } from '../../http/compression.ts';
import { escaped, framedPage, type Page, pageHeaders } from '../../http/page.ts';

/** A guide, rendered by the build from Markdown in the repository. */
type Guide = {
  readonly slug: string;
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly html: string;
  readonly contents: readonly { readonly id: string; readonly text: string }[];
};

const path = '/docs';

export const isGuidesPath = (target: string) => /^\/docs(?:[/?]|$)/.test(target);

/** Serves the guides, and the files that all pages load. */
export function createGuides(): (request: Request) => Promise<Response> {
  let read: readonly Guide[] | null = null;
  /** The guides, read when the first one is opened; null if they have not been built. */
  const guides = () => {
    read ??= JSON.parse(readBuiltText('guides.json') ?? 'null');
    return read;
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'The guides support only GET and HEAD.', { Allow: 'GET, HEAD' });
    }
    if (pathname.startsWith(filesPath)) return file(pathname.slice(filesPath.length), request);
    const all = guides();
    if (!all) return plain(404, 'The guides have not been built: run "npm run build".');
    if (pathname === path || pathname === `${path}/`) return page(200, indexPage(all), request);
    const found = all.find(({ slug }) => pathname === `${path}/${slug}`);
    return found ? page(200, guidePage(found, all), request) : page(404, missingPage(all), request);
  };
}

async function page(status: number, content: Page, { headers, method }: Request): Promise<Response> {
  const html = framedPage(content);
  const sent = await compressOnce(html, headers.get('accept-encoding'));
  return new Response(method === 'HEAD' ? null : sent ? new Uint8Array(sent.bytes) : html, {
    status,
    headers: { ...pageHeaders, Vary: 'Accept-Encoding', ...(sent && { 'Content-Encoding': sent.encoding }) },
  });
}

async function file(name: string, { headers, method }: Request): Promise<Response> {
  const found = await readBuiltFile(name, headers.get('accept-encoding'));
  if (!found) return plain(404, 'File not found.');
  return new Response(method === 'HEAD' ? null : new Uint8Array(found.bytes), {
    headers: {
      'Content-Type': found.contentType,
      'Content-Length': String(found.bytes.length),
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(found.encoding && { 'Content-Encoding': found.encoding }),
    },
  });
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  const own = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };
  return new Response(`${text}\n`, { status, headers: { ...pageHeaders, ...own, ...headers } });
}

function indexPage(all: readonly Guide[]): Page {
  const entries = all.map(
    ({ slug, name, lead }) =>
      `<li><a class="panel card" href="${path}/${slug}"><strong>${escaped(name)}</strong><span>${escaped(firstSentences(lead))}</span></a></li>`,
  );
  return framed({
    title: 'Tollgate: guides',
    description: 'How to calculate tax with Tollgate, store documents, prepare returns and run a gateway.',
    all,
    content: `<h1>Guides</h1><p class="lead">Common tasks, in workflow order. Every request can be pasted into a shell.</p><ul class="guide-cards">${entries.join('')}</ul>`,
  });
}

function guidePage(guide: Guide, all: readonly Guide[]): Page {
  const { slug, title, lead, html, contents } = guide;
  const links = contents.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`).join('');
  const aside =
    contents.length > 1
      ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links}</ul></nav>`
      : '';
  const at = all.indexOf(guide);
  return framed({
    title: `${title} · Tollgate`,
    description: firstSentences(lead),
    all,
    slug,
    content: `<article class="prose">${html}</article>${turn(all[at - 1], all[at + 1])}`,
    aside,
  });
}

function missingPage(all: readonly Guide[]): Page {
  return framed({
    title: 'Guide not found · Tollgate',
    description: 'No guide exists at this URL.',
    all,
    content:
      '<h1>Guide not found</h1><p class="lead">No guide exists at this URL. See the <a href="/docs">list of guides</a>.</p>',
  });
}

function turn(before: Guide | undefined, after: Guide | undefined): string {
  const link = (guide: Guide | undefined, words: string) =>
    guide ? `<a href="${path}/${guide.slug}"><small>${words}</small>${escaped(guide.name)}</a>` : '<span></span>';
  return `<nav class="turn" aria-label="Other guides">${link(before, 'Previous')}${link(after, 'Next')}</nav>`;
}

type Frame = {
  readonly title: string;
  readonly description: string;
  readonly all: readonly Guide[];
  readonly slug?: string;
  readonly content: string;
  readonly aside?: string;
};

function framed({ title, description, all, slug, content, aside = '' }: Frame): Page {
  const links = all.map(
    (one) =>
      `<li><a href="${path}/${one.slug}"${one.slug === slug ? ' aria-current="page"' : ''}>${escaped(one.name)}</a></li>`,
  );
  return {
    title,
    description,
    place: 'guides',
    script: 'guides.js',
    settings: { search: builtAddress('search.json'), path },
    main: `<div class="guides"><div class="guide-side"><form id="search-form" role="search"><label class="unseen" for="search">Search the guides</label><input id="search" type="search" placeholder="Search ( / )" autocomplete="off" aria-controls="found"></form>
<section id="found" class="found panel" aria-label="Search results" aria-live="polite" hidden></section>
<nav class="guide-list" aria-label="Guides"><ul>${links.join('')}</ul></nav></div><div class="guide-main">${content}</div>${aside}</div>`,
  };
}

/** The first whole sentences that fit on a card. */
function firstSentences(text: string): string {
  const sentences = text.match(/[^.]+(?:\.(?!\s|$)[^.]*)*\.?/g) ?? [text];
  let shown = '';
  for (const sentence of sentences) {
    if (shown !== '' && shown.length + sentence.length > 150) break;
    shown += sentence;
  }
  return shown.trim();
}
