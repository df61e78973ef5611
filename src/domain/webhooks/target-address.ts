import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks outside the public Internet: IANA's registry of special-purpose addresses, and multicast. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Internal services of a cloud provider, on a public address.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4');
}

/**
 * IPv6 has one public range. The following parts of it are not public, because they embed IPv4 addresses or are
 * unassigned.
 */
const publicRange = new BlockList();
publicRange.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is on the public Internet: not this machine, a private network or a cloud metadata service. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && publicRange.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** The IP address in a URL; null for a host name. */
export function addressIn({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIPv4(bare) || isIPv6(bare) ? bare : null;
}
