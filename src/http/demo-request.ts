import type { IncomingMessage } from 'node:http';
import { isLoopbackRequest } from './client-address.ts';
import type { AllowedOrigins } from './http-settings.ts';
import { isRewritten } from './well-formed.ts';

export const demoTokenPath = '/demo/token';
/** Pages from other origins can send this header only after a preflight, which is never granted for this path. */
export const demoTokenHeader = 'X-Tollgate-Demo';

type DemoRequest = {
  readonly request: Request;
  /** The address of the connection, regardless of headers. */
  readonly peerAddress: string;
  /** The Node request. Absent in tests that call without a server. */
  readonly incoming?: IncomingMessage;
  readonly allowedOrigins: AllowedOrigins;
};

const proxyHeader = /^(forwarded|via|x-real-ip|x-forwarded-.*|x-original-.*)$/;

/**
 * Why a request is denied the demo token, which gives access to everything in its store; null if the request is
 * allowed. Only the gateway's own pages are allowed, in a browser on this machine that connects directly. Other sites
 * and clients behind a proxy are refused.
 */
export function whyRefused({ request, peerAddress, incoming, allowedOrigins }: DemoRequest): string | null {
  const { headers, url } = request;
  if (allowedOrigins.listed.includes('*')) return 'The demo token is disabled while CORS_ORIGINS allows every origin.';
  if (!isLoopbackRequest(request, peerAddress)) return 'The demo token is available only on the gateway’s machine.';
  if (incoming && (incoming.httpVersion !== '1.1' || isRewritten(incoming))) {
    return 'Send the request with HTTP/1.1, a Host header and a path as the request target.';
  }
  if ([...headers.keys()].some((name) => proxyHeader.test(name))) return 'The demo token is not sent through a proxy.';
  if (headers.get(demoTokenHeader) !== '1') return `Send the header ${demoTokenHeader}: 1.`;
  const site = headers.get('sec-fetch-site');
  const isSameOrigin = headers.get('origin') === new URL(url).origin && (site === null || site === 'same-origin');
  return isSameOrigin ? null : 'The demo token is available only to pages served by the gateway.';
}
