import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

/**
 * The origin of a request: the address of the connection, and the addresses that proxies added to `X-Forwarded-For`.
 */
type Origin = { readonly peerAddress: string; readonly forwardedFor: string | undefined };

/**
 * The client's address, given the number of proxies that the operator trusts. Each proxy appends the address of its
 * caller; earlier entries come from the client and cannot be trusted.
 */
export function clientAddress({ peerAddress, forwardedFor = '' }: Origin, trustedProxies: number): string {
  if (trustedProxies === 0) return peerAddress;
  const hops = forwardedFor.split(',').flatMap((hop) => hop.trim() || []);
  const named = hops.at(-Math.min(trustedProxies, hops.length)) ?? peerAddress;
  const address = /^\[(.*)\](?::\d+)?$/.exec(named)?.[1] ?? named.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? peerAddress : address;
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const loopbackAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a request comes from this machine and uses a loopback host name. Any other host name may belong to a site
 * that resolves to this machine in order to read its data (DNS rebinding).
 */
export function isLoopbackRequest(request: Request, remoteAddress: string): boolean {
  return loopbackAddresses.has(remoteAddress) && loopbackNames.has(new URL(request.url).hostname);
}

/**
 * The origin of a request, if its host is this machine. Any other name is unverified client input and must not be shown
 * to other readers.
 */
export function loopbackOrigin(url: string): string | null {
  const { hostname, origin } = new URL(url);
  return loopbackNames.has(hostname) ? origin : null;
}

/**
 * The socket of a request; null once Node has detached it, because the connection ended early or the body was cut off.
 */
export const socketOf = (request: IncomingMessage): Socket | null => request.socket;
