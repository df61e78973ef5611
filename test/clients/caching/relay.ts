import { Environment, type FetchFunction, Network, RecordSource, Store } from 'relay-runtime';

export function createRelay(url: string, token: string, fetch = globalThis.fetch) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const send: FetchFunction = async ({ text: query }, variables) =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })).json();
  return new Environment({ network: Network.create(send), store: new Store(new RecordSource()) });
}
