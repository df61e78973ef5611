import { Client, cacheExchange, fetchExchange } from '@urql/core';

export function createUrql(url: string, token: string, fetch = globalThis.fetch) {
  return new Client({
    url,
    fetch,
    // By GET, the buyer's cart and address would be part of URLs, which proxies and servers log.
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: { Authorization: `Bearer ${token}` } },
  });
}
