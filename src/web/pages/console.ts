import type { Logger } from 'pino';
import { compressOnce, createCompressor } from '../../http/compression.ts';
import { demoTokenHeader, demoTokenPath } from '../../http/demo-request.ts';
import { type ConsoleFiles, readConsoleFiles } from './console-files.ts';
import { consolePolicy, renderConsole } from './console-page.ts';
import { createSignInEndpoints, type SignInSettings } from './sign-in-endpoints.ts';

type ConsoleDependencies = {
  readonly hasDemo: boolean;
  /** The sign-in settings; null unless users can sign in through an issuer. */
  readonly signIn: SignInSettings | null;
  readonly log: Logger;
};

const path = '/console';
const filesPath = `${path}/files/`;

export const isConsolePath = (target: string) => /^\/console(?:[/?]|$)/.test(target);

/** Serves the console: its files, and a single page for every path below `/console`; the path selects the view. */
export function createConsole({ hasDemo, signIn, log }: ConsoleDependencies): (request: Request) => Promise<Response> {
  let read: ConsoleFiles | null | undefined;
  const filesOf = () => {
    read ??= readConsoleFiles();
    return read;
  };
  const compressed = createCompressor();
  const findEndpoints = signIn ? createSignInEndpoints(signIn, log) : async () => null;

  async function page(files: ConsoleFiles, { headers, method }: Request): Promise<Response> {
    const endpoints = await findEndpoints();
    const demo = hasDemo ? { path: demoTokenPath, header: demoTokenHeader } : null;
    const html = renderConsole(files, path, { demo, signIn: endpoints });
    const sent = await compressOnce(html, headers.get('accept-encoding'));
    return new Response(method === 'HEAD' ? null : sent ? new Uint8Array(sent.bytes) : html, {
      headers: {
        ...commonHeaders,
        'Content-Security-Policy': consolePolicy(endpoints),
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store', // The page links to the files of this release.
        Vary: 'Accept-Encoding',
        ...(sent && { 'Content-Encoding': sent.encoding }),
      },
    });
  }

  async function file(files: ConsoleFiles, name: string, { headers, method }: Request): Promise<Response> {
    const found = files.find(name);
    if (!found) return plain(404, 'File not found.');
    const accepted = headers.get('accept-encoding');
    const other = await compressed(found, accepted);
    const sent = other.encoding === 'br' ? { ...other, bytes: found.brotli } : other;
    return new Response(method === 'HEAD' ? null : new Uint8Array(sent.bytes), {
      headers: {
        ...commonHeaders,
        'Content-Security-Policy': "default-src 'none'",
        'Content-Type': found.contentType,
        'Content-Length': String(sent.bytes.length),
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(sent.encoding && { 'Content-Encoding': sent.encoding }),
      },
    });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'The console supports only GET and HEAD.', { Allow: 'GET, HEAD' });
    }
    const files = filesOf();
    if (!files) return plain(404, 'The console has not been built: run "npm run build".');
    return pathname.startsWith(filesPath)
      ? file(files, pathname.slice(filesPath.length), request)
      : page(files, request);
  };
}

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const policy = { 'Content-Security-Policy': "default-src 'none'" };
  return new Response(`${text}\n`, { status, headers: { ...commonHeaders, ...policy, ...type, ...headers } });
}
