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
