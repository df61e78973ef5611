import type { Demo } from '../../domain/account/demo.ts';
import { compressOnce, createCompressor } from '../../http/compression.ts';
import { acceptedTypes } from '../../http/media-type.ts';
import { type Example, examplesFor } from './examples.ts';
import { type GraphiqlFile, type GraphiqlFiles, loadGraphiqlFiles } from './files.ts';
import { contentSecurityPolicy, renderPage } from './page.ts';

type Served = { readonly endpoint: string; readonly demo: Demo | null };

/** Serves the page and its files to browsers; null for any other request. */
type Graphiql = (request: Request) => Promise<Response> | null;

export function createGraphiql({ endpoint, demo }: Served): Graphiql {
  const folder = `${endpoint}/graphiql`;
  const compressed = createCompressor();
  let read: readonly Example[] | null = null;
  /** The examples, read when the page is first opened. */
  const examples = () => {
    read ??= examplesFor(demo);
    return read;
  };
  let loading: Promise<GraphiqlFiles> | null = null;
  const load = () => {
    loading ??= loadGraphiqlFiles(folder);
    return loading;
  };

  async function page({ headers }: Request): Promise<Response> {
    const html = renderPage({ files: await load(), examples: examples(), demo });
    const sent = await compressOnce(html, headers.get('accept-encoding'));
    return new Response(sent ? new Uint8Array(sent.bytes) : html, {
      headers: {
        ...commonHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store', // The page refers to the files of this release.
        Vary: 'Accept-Encoding',
        ...(sent && { 'Content-Encoding': sent.encoding }),
      },
    });
  }

  async function file(path: string, request: Request): Promise<Response> {
    const { fonts, ...others } = await load();
    const found = [...Object.values(others), ...fonts].find((one) => one.path === path);
    return found ? send(found, request) : new Response('File not found.\n', { status: 404, headers: commonHeaders });
  }

  async function send(found: GraphiqlFile, { headers, method }: Request): Promise<Response> {
    const { bytes, encoding } = await compressed(found, headers.get('accept-encoding'));
    return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), {
      headers: {
        ...commonHeaders,
        'Content-Type': found.contentType,
        'Content-Length': String(bytes.length),
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      },
    });
  }

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(`${folder}/`)) return file(pathname, request);
    const isPage = pathname === endpoint && acceptedTypes(request.headers.get('accept')).includes('text/html');
    return isPage ? page(request) : null;
  };
}

const commonHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
