import { isIP } from 'node:net';

/** Where a request comes from: the address of the connection, and what proxies added to `X-Forwarded-For`. */
type Origin = { readonly peerAddress: string; readonly forwardedFor: string | undefined };

/**
 * The client's address, behind this many proxies that the operator trusts. Each proxy appends the address of its caller;
 * entries before those come from the client and cannot be trusted.
 */
export function clientAddress({ peerAddress, forwardedFor = '' }: Origin, trustedProxies: number): string {
  if (trustedProxies === 0) return peerAddress;
  const hops = forwardedFor.split(',').flatMap((hop) => hop.trim() || []);
  const named = hops.at(-Math.min(trustedProxies, hops.length)) ?? peerAddress;
  const address = /^\[(.*)\](?::\d+)?$/.exec(named)?.[1] ?? named.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? peerAddress : address;
}
