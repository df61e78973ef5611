export type CacheName = 'tokens' | 'clients' | 'tenants' | 'graphql_documents' | 'laws' | 'boundaries' | 'registers';

/** Told of every look into a cache, for metrics. */
export type CacheWatch = (cache: CacheName, isHit: boolean) => void;
