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

/** Ports below this number are reserved for system services. */
const firstOtherPort = 1_024;

/** Higher ports commonly used by databases and network services, and never by webhook receivers. */
const others: ReadonlyMap<number, string> = new Map([
  [1433, 'SQL Server'],
  [1521, 'Oracle'],
  [2049, 'NFS'],
  [2375, 'Docker'],
  [2376, 'Docker'],
  [2379, 'etcd'],
  [2380, 'etcd'],
  [3306, 'MySQL'],
  [3389, 'Remote Desktop'],
  [5432, 'PostgreSQL'],
  [5672, 'RabbitMQ'],
  [5900, 'VNC'],
  [5984, 'CouchDB'],
  [6379, 'Redis'],
  [7000, 'Cassandra'],
  [9042, 'Cassandra'],
  [9092, 'Kafka'],
  [9200, 'Elasticsearch'],
  [9300, 'Elasticsearch'],
  [10250, 'Kubernetes'],
  [11211, 'Memcached'],
  [27017, 'MongoDB'],
  [27018, 'MongoDB'],
  [27019, 'MongoDB'],
  [50000, 'Db2'],
]);

/** The issue with the port of a URL; null if the port is allowed. */
export function faultOfPort(url: URL): string | null {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const service = others.get(port);
  if (service !== undefined) return `Port ${port} is used by ${service}. Use 443, or a port from ${firstOtherPort}.`;
  return port === 443 || port >= firstOtherPort ? null : `The port must be 443, or at least ${firstOtherPort}.`;
}
