import { isIP } from 'node:net';

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
