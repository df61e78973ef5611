import { Client, cacheExchange, fetchExchange } from '@urql/core';

export function createUrql(url: string, token: string, fetch = globalThis.fetch) {
  return new Client({
    url,
    fetch,
    exchanges: [cacheExchange, fetchExchange],
    fetchOptions: { headers: { Authorization: `Bearer ${token}` } },
  });
}
