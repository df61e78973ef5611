import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

export async function createApollo(url: string, token: string, fetch = globalThis.fetch) {
  // Without them, the cache silently drops `... on UserError { code message }`.
  const possibleTypes = await (await fetch(`${url}/possibleTypes.json`)).json();
  const transactions = relayStylePagination(['filter', 'orderBy']);
  return new ApolloClient({
    link: new HttpLink({ uri: url, fetch, headers: { Authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache({ possibleTypes, typePolicies: { Query: { fields: { transactions } } } }),
  });
}
