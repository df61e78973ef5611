import type { ClientOptions } from '@tollgate/client';
import type { TestApp } from '../support/app.ts';
import { createClient } from '../support/clients.ts';

const scopes = ['tax:read', 'customers:read', 'customers:write', 'exemptions:read', 'transactions:read'] as const;

/** The options of a client with the scopes of a shop, which calls the app; `onAsked` receives each path. */
export async function clientOf(app: TestApp, onAsked?: (path: string) => void): Promise<ClientOptions> {
  const client = { tenantId: app.tenant.tenantId, name: 'Shop', scopes: [...scopes, 'transactions:write' as const] };
  const made = await createClient(app.stores, client, new Date());
  return {
    url: 'http://localhost',
    clientId: made.client.clientId,
    clientSecret: made.clientSecret,
    // A machine that runs tests is no buyer's shop.
    quoteTimeLimit: 30_000,
    fetch: async (url, init) => {
      const { pathname } = new URL(url instanceof Request ? url.url : url);
      onAsked?.(pathname);
      return app.fetch(pathname, init);
    },
  };
}
