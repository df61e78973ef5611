import { GraphQLClient } from 'graphql-request';
import { startApp, type TestApp } from '../../support/app.ts';
import { sendWithGraphqlRequest } from '../send.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';

/** The app on a fixed summer day, and the connection for a connector. */
export async function startGateway(source: string): Promise<{ readonly app: TestApp; readonly gateway: Gateway }> {
  const app = await startApp({ now: () => new Date('2026-06-15T15:00:00Z') });
  const scopes = ['tax:read', 'customers:read', 'customers:write', 'transactions:read', 'transactions:write'] as const;
  const client = new GraphQLClient('http://localhost/graphql', {
    fetch: (url, init) => app.fetch(new URL(url instanceof Request ? url.url : url).pathname, init),
    headers: { Authorization: `Bearer ${await app.token(scopes)}` },
  });
  return { app, gateway: createGateway(sendWithGraphqlRequest(client), source) };
}
